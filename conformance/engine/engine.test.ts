import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  startHostile,
  redirectTo,
  matchesOperation,
  type Hostile,
  type HostileOptions,
} from '../../fixtures/hostile/index.ts';
import { startService, type RunningService } from '../../fixtures/index.ts';
import { checks } from '../index.ts';
import { checksNamed, judgeTarget, verdictsIn } from '../judged-at.testing.ts';
import { voicesCall } from '../model/calls.ts';
import { clause, type Check } from '../model/check.ts';
import { noCost } from '../model/costs.ts';
import type { Probe } from '../model/probe.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService({ delayMs: 10 });
});
afterAll(() => service.close());

const watched: Hostile[] = [];
afterEach(async () => {
  await Promise.all(watched.splice(0).map((hostile) => hostile.close()));
});

/** The service behind a target that only counts requests. */
async function watch(options: HostileOptions = {}): Promise<Hostile> {
  const started = await startHostile('closes', { behind: service.url, on: () => false, ...options });
  watched.push(started);
  return started;
}

describe('the engine', () => {
  it('sends a probe once, however many checks share it', async () => {
    const { url, requests } = await watch();
    const held = checks.filter(({ id }) => id.startsWith('voices.list/'));
    await judgeTarget(url, held, { token: service.token });
    expect(held.length).toBeGreaterThan(3);
    // Some checks send the list with a condition, in another language or from another origin: these are other probes.
    const others = ['authorization', 'if-none-match', 'accept-language', 'origin'];
    const plain = requests.filter(({ headers }) => others.every((name) => headers[name] === undefined));
    expect(plain).toHaveLength(1);
  });
  it('sends a control that was not selected, and reports only what was', async () => {
    const { url } = await watch();
    const { events, exchanges, findings } = await judgeTarget(url, checksNamed('speech.speed/rejects-above-maximum'), {
      token: service.token,
    });
    expect(verdictsIn(findings)).toEqual(['pass']);
    expect(events.filter(({ is }) => is === 'finding')).toHaveLength(1);
    expect(exchanges.map(({ probe }) => probe)).toEqual(['speak {"speed":4}', 'speak {"speed":4.01}']);
  });
  it('does not send a negative whose control does not pass', async () => {
    const refusing = await startHostile('server error', { behind: service.url, on: matchesOperation('speech') });
    watched.push(refusing);
    const { findings, exchanges } = await judgeTarget(refusing.url, checksNamed('speech.request/rejects-absent-text'));
    expect(verdictsIn(findings)).toEqual([
      'inconclusive: its control speech.request/accepts-least failed, so this cannot be judged',
    ]);
    expect(exchanges.map(({ probe }) => probe)).toEqual(['speak', 'speak once more']);
  });
  it('judges without a token what needs none, and says of the rest how to give it', async () => {
    const { findings } = await judgeTarget(service.url, checks, { token: undefined });
    expect(new Set(findings.map(({ verdict }) => verdict.is))).toEqual(new Set(['pass', 'notApplicable']));
    const told = verdictsIn(findings);
    expect(told).toContain('notApplicable: no token was given: --token or ASSAY_TOKEN');
    expect(told).toContain('notApplicable: no provisioner was given: --provisioner or ASSAY_PROVISIONER');
    expect(told.filter((each) => each === 'pass').length).toBeGreaterThan(5);
  });
  it('says of a second workspace how to give it', async () => {
    const { findings } = await judgeTarget(
      service.url,
      checksNamed('sessions.isolation/other-workspace-knows-nothing'),
      {
        token: service.token,
      },
    );
    expect(verdictsIn(findings)).toEqual([
      'notApplicable: no second workspace was given: --other-token or ASSAY_OTHER_TOKEN, or --provisioner',
    ]);
  });
  it('names the bot list where no bot is known', async () => {
    const empty = await startService({ behaviour: { bots: [] } });
    const { findings } = await judgeTarget(empty.url, checksNamed('chat.request/accepts-least'), {
      token: empty.token,
    });
    expect(verdictsIn(findings)[0]).toMatch(/^inconclusive: no bot is known.*listed none.*--bot$/);
    expect(findings[0]?.verdict).toMatchObject({ about: { is: 'missing', what: 'bot' } });
    await empty.close();
  });
  it.each([401, 500])('asks for the bots once more where it got %i, and talks to one of those', async (status) => {
    let lists = 0;
    const once = await startHostile((_request, response) => void response.writeHead(status).end('{}'), {
      behind: service.url,
      on: (request) => matchesOperation('bots')(request) && (lists += 1) === 1,
    });
    watched.push(once);
    const { findings, exchanges } = await judgeTarget(once.url, checksNamed('chat.request/accepts-least'), {
      token: service.token,
    });
    expect(verdictsIn(findings)).toEqual(['pass']);
    expect(exchanges.map(({ probe }) => probe).slice(0, 2)).toEqual([
      'list bots as token',
      'list bots as token once more',
    ]);
  });
  it('believes a list of bots that is refused three times', async () => {
    const never = await startHostile((_request, response) => void response.writeHead(401).end('{}'), {
      behind: service.url,
      on: matchesOperation('bots'),
    });
    watched.push(never);
    const { findings, exchanges } = await judgeTarget(never.url, checksNamed('chat.request/accepts-least'), {
      token: service.token,
    });
    expect(verdictsIn(findings)[0]).toMatch(/^inconclusive: no bot is known.*answered with status 401.*--bot$/);
    expect(exchanges).toHaveLength(3);
  });
  it('never lets a token reach another host that the target sends it to', async () => {
    const other = await startHostile('HTML as JSON');
    const sending = await startHostile(redirectTo(other.url));
    watched.push(other, sending);
    const { findings } = await judgeTarget(sending.url, checks, { bot: 'support' });
    expect(findings.find(({ check }) => check === 'speech.request/accepts-least')?.verdict.is).toBe('fail');
    expect(other.connections()).toBe(0);
  });
  it('talks to no bot whose id no URL can carry, and says so', async () => {
    const odd = await startHostile((_request, response) => void response.end(String.raw`[{"botId":"\ud800"}]`), {
      behind: service.url,
      on: matchesOperation('bots'),
    });
    watched.push(odd);
    const { findings } = await judgeTarget(odd.url, checksNamed('chat.request/accepts-least'), {
      token: service.token,
    });
    expect(verdictsIn(findings)[0]).toMatch(/^inconclusive: .*which cannot be a path segment of a URL/);
  });
  it('explains what a provisioner said, and repeats no secret of it', async () => {
    const { findings } = await judgeTarget(service.url, checksNamed('metering.credit-balance/spent-stream-is-402'), {
      token: service.token,
      provisioner: `printf '%s' "no workspace for ${service.token}" >&2; exit 4`,
    });
    const [told] = verdictsIn(findings);
    expect(told).toMatch(/^inconclusive: the provisioner failed: exit code 4 no workspace for \$\{ASSAY_TOKEN\}/);
    expect(told).not.toContain(service.token);
  });
});

describe('a mistake of assay itself', () => {
  it('is told of the check that met it, and keeps nothing else from being judged', async () => {
    const { url } = await watch();
    const [plain] = checksNamed('voices.list/needs-no-token');
    if (plain === undefined) throw new Error('a check has gone');
    const breaks = (): never => {
      throw new RangeError('Maximum call stack size exceeded');
    };
    const broken: Check = { ...plain, id: 'voices.list/breaks', expect: [breaks] };
    const follows: Check = { ...plain, id: 'voices.list/follows', control: broken.id };
    const ofEvery: Check = { ...broken, id: 'voices.list/every', ofEvery: () => true };
    const sends: Check = {
      ...plain,
      id: 'voices.list/sends',
      probe: { ...plain.probe, name: 'broken', steps: [breaks] },
    };
    const own = [broken, follows, ofEvery, sends, plain];
    const { findings } = await judgeTarget(url, own, { suite: own });
    const words = 'inconclusive: a defect of assay: RangeError: Maximum call stack size exceeded; please report it';
    expect(verdictsIn(findings)).toEqual([words, words, words, words, 'pass']);
    expect(findings.map(({ defect }) => defect?.includes('engine.test.ts'))).toEqual([
      true,
      undefined,
      true,
      true,
      undefined,
    ]);
  });
});

describe('an interrupted run', () => {
  it('ends at once, and reports nothing from then on', async () => {
    const silent = await startHostile('says nothing', { behind: service.url, on: matchesOperation('speech') });
    watched.push(silent);
    const interruption = new AbortController();
    let reported = 0;
    const { events, exchanges } = await judgeTarget(silent.url, checks, {
      token: service.token,
      timeoutMs: 600_000,
      signal: interruption.signal,
      concurrency: 2,
      onEvent: ({ is }) => {
        if (is === 'finding') reported += 1;
        if (reported === 3) interruption.abort();
      },
    });
    expect(events.filter(({ is }) => is === 'finding')).toHaveLength(3);
    // Requests that were under way are recorded as interrupted; those that still waited for their turn were never sent.
    const cutOff = exchanges.filter(({ response }) => response.is === 'noAnswer');
    expect(cutOff.length).toBeLessThanOrEqual(2);
  });
});

const asked = (name: string, times: number, pace?: Probe['pace']): Check[] => {
  const probe: Probe = {
    name,
    needs: [],
    costs: noCost,
    ...(pace === undefined ? {} : { pace }),
    steps: [() => Array.from({ length: times }, () => voicesCall({ extra: [['x-probe', name]] }))],
  };
  const check = { title: 't', level: 'MUST', probe, expect: [], fault: 'voices-bare-array' } as const;
  return [...clause('0', name, { requirement: 'it is sent', checks: { sent: check } }).checks];
};

describe('concurrency', () => {
  it('is never exceeded at the target', async () => {
    const { url, mostAtOnce } = await watch();
    const suite = Array.from({ length: 40 }, (_, at) => asked(`probe ${at}`, 1)).flat();
    await judgeTarget(url, suite, { suite, concurrency: 3 });
    expect(mostAtOnce()).toBe(3);
  });
  it('is one while a probe wants to be alone', async () => {
    const { url } = await watch();
    const suite = [
      asked('a', 1),
      asked('b', 1),
      asked('alone', 3, 'eachStepAlone'),
      asked('c', 1),
      asked('d', 1),
    ].flat();
    const { exchanges } = await judgeTarget(url, suite, { suite, concurrency: 4 });
    const spans = exchanges.map(({ probe, startedAt, response }) => {
      const beginMs = Date.parse(startedAt);
      return { probe, beginMs, endMs: beginMs + response.endedAtMs };
    });
    const alone = spans.filter(({ probe }) => probe === 'alone');
    // Date.parse keeps only whole milliseconds.
    const meanwhile = spans.filter(
      ({ probe, beginMs, endMs }) =>
        probe !== 'alone' && alone.some((each) => beginMs + 2 < each.endMs && each.beginMs + 2 < endMs),
    );
    expect(alone).toHaveLength(3);
    expect(meanwhile).toEqual([]);
  });
  it('is enough for a group to be at the target together', async () => {
    const { url, mostAtOnce } = await watch();
    const suite = asked('group', 4);
    await judgeTarget(url, suite, { suite, concurrency: 4 });
    expect(mostAtOnce()).toBe(4);
  });
});
