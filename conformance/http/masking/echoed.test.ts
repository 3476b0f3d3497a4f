import { describe, expect, it } from 'vitest';
import { startHostile, type HostileKind } from '../../../fixtures/hostile/index.ts';
import { startService } from '../../../fixtures/index.ts';
import { checks } from '../../index.ts';
import { checksNamed, judgeTarget } from '../../judged-at.testing.ts';
import { contentOf } from '../../bodies/content.ts';
import type { Finding } from '../../model/run.ts';
import { exchangeLine } from '../../engine/run/exchange-line.ts';
import { readable, spellings } from './common-spellings.testing.ts';

const echoing = [
  'echoes the token',
  'echoes the token in a success',
  'echoes the token over two chunks',
  'echoes the token in header fields',
  'echoes the token in base64',
  'echoes the token escaped',
  'echoes the token in gzip',
  'echoes the token in brotli',
] as const satisfies readonly HostileKind[];

describe('a target that repeats the credentials', () => {
  const token = 'tok/en+with"awkward$&letters=';
  const otherToken = 'another-token-of-another-workspace';
  const key = 'the-key-of-the-gateway';
  /**
   * The common beginning of all provisioned tokens: searching for a hundred of them one by one takes longer than the
   * check.
   */
  const everyProvisioned = `provisioned-${'0123456789'.repeat(2)}`;

  it.each(echoing)('%s: none of them is in anything that is emitted', async (kind) => {
    const hostile = await startHostile(kind);
    const provisioned: string[] = [];
    try {
      const provisioner = await startHostile((_request, response) => {
        provisioned.push(`${everyProvisioned}-${provisioned.length}`);
        response.end(JSON.stringify({ token: provisioned.at(-1), botId: 'support' }));
      });
      const { events, exchanges } = await judgeTarget(hostile.url, checks, {
        token,
        otherToken,
        bot: 'support',
        provisioner: provisioner.url,
        headers: [['X-Gateway-Key', key]],
      });
      await provisioner.close();
      expect(hostile.requests.some(({ headers }) => headers.authorization?.includes(token))).toBe(true);
      expect(provisioned.length).toBeGreaterThan(0);
      const contents = exchanges.map(({ response }) => {
        const content = response.is === 'answer' ? contentOf(response) : undefined;
        return content?.is === 'bytes' ? Buffer.from(content.bytes).toString('latin1') : '';
      });
      const lines = events.map((event) =>
        event.is === 'exchange' ? exchangeLine(event.exchange) : JSON.stringify(event),
      );
      const everything = [...lines, ...contents].join('\n');
      for (const spelling of readable(everyProvisioned)) expect(everything).not.toContain(spelling);
      for (const secret of [token, otherToken, key]) {
        for (const spell of [
          ...Object.values(spellings),
          (text: string) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
        ]) {
          expect(everything).not.toContain(spell(secret));
        }
      }
    } finally {
      await hostile.close();
    }
  });
  it.each([
    ['a session id', { newSessionId: (nextId: () => string) => `acme-prod:${nextId()}` }],
    ['a bot id', { bots: [{ botId: 'acme-prod/helper', name: 'Helper', description: 'Helps.' }] }],
  ])('is not accused for %s that holds the value of a header field, and that is not kept', async (_what, behaviour) => {
    const service = await startService({ behaviour });
    const { token, otherToken, provisioner, url } = service;
    const chosen = checks.filter(({ id }) => /^(sessions|chat|bots|stream)\./.test(id));
    const given = { token, otherToken, provisioner, headers: [['X-Tenant', 'acme-prod']] as const, timeoutMs: 3_000 };
    const { findings, exchanges, events } = await judgeTarget(url, chosen, given);
    await service.close();
    const ofOtherBots = ['there is no second bot in the list to talk to', 'no bot of this kind is listed'];
    const isOpen = ({ is, ...why }: Finding['verdict']): boolean =>
      is !== 'pass' && !('because' in why && is === 'notApplicable' && ofOtherBots.includes(why.because));
    expect(
      findings.filter(({ verdict, level }) => verdict.is === 'fail' || (level === 'MUST' && isOpen(verdict))),
    ).toEqual([]);
    const lines = exchanges.map((exchange) => exchangeLine(exchange)).join('\n') + JSON.stringify(events);
    expect(lines).not.toContain('acme-prod');
    expect(lines).not.toContain('acme-prod'.replace('-', '%2D'));
  });
  it('is judged the same though header values are masked: a public field is none of them', async () => {
    const service = await startService();
    const { findings } = await judgeTarget(service.url, checksNamed('bots.list/says-json', 'voices.list/says-json'), {
      token: service.token,
      headers: [['Accept', 'application/json']],
    });
    expect(findings.map(({ verdict }) => verdict)).toEqual([{ is: 'pass' }, { is: 'pass' }]);
    await service.close();
  });
});
