import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { k6IsMissing } from '../../load/runner/needs-k6.testing.ts';
import type { LoadComparison } from '../../load/compare/comparison.ts';
import { contentId } from '../content/observation.ts';
import { learningCredits } from '../load/asking/ask-for-streams.ts';
import { livePlan, type LivePlan } from './live-plan.ts';
import { liveSettings } from './live-settings.ts';
import { assay, emptyFolder, serveApart, type CommandOutput } from '../testing/run-assay.testing.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';

describe('credentials of compare --live', () => {
  const tokens = async (urls: readonly [string, string], flags: object): Promise<readonly (string | undefined)[]> => {
    const { a, b } = await liveSettings(urls, { ...flags, token: 'tok-a' });
    return [a.token, b.token];
  };
  const ports = ['http://127.0.0.1:1', 'http://127.0.0.1:2'] as const;
  const hosts = ['https://a.example', 'https://b.example'] as const;

  it('serve both ports of one host, unless the second has its own', async () => {
    expect(await tokens(ports, {})).toEqual(['tok-a', 'tok-a']);
    expect(await tokens(ports, { 'token-b': 'tok-b' })).toEqual(['tok-a', 'tok-b']);
  });

  it('are never sent to another host, nor in the open instead of by TLS', async () => {
    await expect(tokens(hosts, {})).rejects.toThrow('expected --token-b');
    await expect(tokens(['https://a.example', 'http://a.example'], {})).rejects.toThrow('expected --token-b');
    expect(await tokens(hosts, { 'token-b': 'tok-b' })).toEqual(['tok-a', 'tok-b']);
    await expect(tokens(hosts, { 'token-b': 'tok-b', header: ['X-Key: k'] })).rejects.toThrow('sent to both');
    await expect(tokens(hosts, { 'token-b': 'no spaces' })).rejects.toThrow('characters that no header can carry');
  });
});

it('a file that asks load for an audit asks compare --live for none', async () => {
  const urls = ['http://127.0.0.1:1', 'http://127.0.0.1:2'] as const;
  const flags = { rate: '5', duration: '120s' };
  const plan = livePlan(await liveSettings(urls, { ...flags, audit: true }), { scenario: 'stream' });
  expect(plan.optionsOf(0).audit).toBe(false);
});

describe('credits of compare --live', () => {
  const plan = async (flags: object): Promise<LivePlan> => {
    const urls = ['http://127.0.0.1:1', 'http://127.0.0.1:2'] as const;
    return livePlan(await liveSettings(urls, { rate: '5', duration: '120s', ...flags }), { scenario: 'stream' });
  };
  const sharesOf = ({ slices, optionsOf }: LivePlan): readonly (number | undefined)[] =>
    slices.map(({ pair }) => optionsOf(pair).maxCredits);

  it('are those of all slices, of which each draws other times, and each slice may spend its own', async () => {
    for (const seed of ['1', '2', '3', '4']) {
      const shares = sharesOf(await plan({ seed, 'max-credits': '2000' }));
      expect(new Set(shares).size).toBeGreaterThan(2);
      // Each service is asked beforehand which of its events carry text of the reply.
      const all = shares.reduce<number>((sum, share) => sum + (share ?? Number.NaN), 2 * learningCredits);
      expect(sharesOf(await plan({ seed, 'max-credits': String(all) }))).toEqual(shares);
      await expect(plan({ seed, 'max-credits': String(all - 1) })).rejects.toThrow(`take up to ${all};`);
    }
  });

  it('cover no learning where the rule is known', async () => {
    const urls = ['http://127.0.0.1:1', 'http://127.0.0.1:2'] as const;
    const settings = await liveSettings(urls, { rate: '5', duration: '120s' });
    const known = {
      content: 'delta.text',
      contentFrom: 'learned by discover from 3 streams',
    } as const;
    const { learns, optionsOf } = livePlan(settings, { scenario: 'stream' }, known);
    expect([learns, optionsOf(3)]).toEqual([false, expect.objectContaining(known)]);
  });

  it('are not bounded where nobody asks', async () => {
    expect(new Set(sharesOf(await plan({ seed: '1' })))).toEqual(new Set([undefined]));
  });
});

describe.skipIf(k6IsMissing)('compare --live', { timeout: 180_000 }, () => {
  const pace = ['--first-event', '20ms', '--gap', '2ms', '--events', '3'];
  let quick: Awaited<ReturnType<typeof serveApart>>;
  let late: Awaited<ReturnType<typeof serveApart>>;
  beforeAll(async () => {
    [quick, late] = await Promise.all([serveApart(...pace), serveApart(...pace, '--delay', '600ms')]);
  });
  afterAll(async () => {
    await Promise.all([quick.stop(), late.stop()]);
  });

  async function live(
    b: typeof quick,
    more: readonly string[] = [],
  ): Promise<CommandOutput & { readonly folder: string }> {
    const folder = join(emptyFolder(), 'results');
    const load = ['--scenario', 'stream', '--rate', '40', '--duration', '5s', '--pairs', '5', '--warmup', '250ms'];
    const targets = [quick.url, b.url, '--token', quick.token, '--token-b', b.token, '--bot', 'support'];
    const judged = ['--only', 'ttft.p50', '--fail-if', 'ttft.p50>+20%', '--out', folder];
    return { ...(await assay(['compare', '--live', ...targets, ...load, ...judged, ...more, '--seed', '1'])), folder };
  }

  it('finds a service that waits 600 ms longer slower, and takes turns in the order A B B A', async () => {
    const { code, out, err, folder } = await live(late);
    const sides = [...out.matchAll(/slice \d+ of 10: ([AB])/g)].map(([, side]) => side).join('');
    expect(sides).toBe('ABBAABBAAB');
    expect(readdirSync(join(folder, 'slices'))).toHaveLength(10);
    const { code: expected, word, comparison } = outcomeIn(folder, err);
    expect({ code, word }).toEqual({
      code: expected === 0 ? 1 : expected,
      word: expected === 0 ? 'slower' : undefined,
    });
    expect(comparison === undefined ? [] : schemaErrors('compare', comparison)).toEqual([]);
  });

  it('does not find a service slower than itself, and takes the rule of a dialect', async () => {
    const dialect = join(emptyFolder(), 'dialect.json');
    writeFileSync(dialect, dialectOf(quick.url));
    const { code, out, err, folder } = await live(quick, ['--dialect', dialect]);
    expect(out).not.toContain('learn');
    const slice = readFileSync(join(folder, 'slices', '01-b', 'requests.ndjson'), 'utf8').split('\n')[0] ?? '';
    expect(JSON.parse(slice)).toMatchObject({
      settings: { content: 'text', contentFrom: 'learned by discover on 2026-11-20 from 3 streams' },
    });
    expect(out).not.toMatch(/slower|exceeded/);
    expect(outcomeIn(folder, err).code === 2 ? [2] : [0, 2]).toContain(code);
  });
});

/** Of one service, and the rule by which events of its streams carry text. */
function dialectOf(target: string): string {
  const observations = [{ id: contentId, clause: '4.3', says: 'how replies are streamed', value: 'text' }];
  return JSON.stringify({ schema: 'assay.dialect/1', target, seenAt: '2026-11-20T10:00:00.000Z', observations });
}

type Outcome = { readonly code: 0 | 2; readonly word?: string; readonly comparison?: LoadComparison };

/** With other work on the machine too few pairs may be valid: then it ends 2, and says so. */
function outcomeIn(folder: string, err: string): Outcome {
  const path = join(folder, 'compare.json');
  if (!existsSync(path)) {
    if (!/nothing is compared: \d of 5 pairs are valid/.test(err)) throw new Error(`nothing was compared: ${err}`);
    return { code: 2 };
  }
  const comparison = JSON.parse(readFileSync(path, 'utf8')) as LoadComparison;
  return { code: 0, word: comparison.quantities[0]?.word ?? 'nothing', comparison };
}
