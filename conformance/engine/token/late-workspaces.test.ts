import { describe, expect, it, vi } from 'vitest';
import { startService, valid, type Behaviour } from '../../../fixtures/index.ts';
import { refuse } from '../../../fixtures/service/refusal.ts';
import { checksNamed, judgeTarget, verdictsIn } from '../../judged-at.testing.ts';

const ids = [
  'metering.credit-balance/last-credit-buys-a-chat',
  'metering.credit-balance/speech-leaves-the-fourth-credit',
  'metering.refusal/spent-chat-is-402-not-a-limit-on-requests',
  'metering.refusal/used-up-pool-is-402-not-a-limit-on-requests',
  'metering.refusal/spent-per-user-is-402-not-a-limit-on-requests',
  'metering.members/chat-limit-is-402-not-a-limit-on-requests',
  'metering.enterprise-prices/per-user-speeches-cost-their-price-each',
];

/** The verdicts, and the lines about waits, at a service with this behaviour. */
async function told(
  behaviour: Partial<Behaviour>,
  of = ids,
  concurrency = 10,
): Promise<{ verdicts: readonly string[]; lines: string[] }> {
  const { url, token, provisioner, close } = await startService({ behaviour });
  const lines: string[] = [];
  const options = { token, provisioner, timeoutMs: 5_000, concurrency, tellWait: (line: string) => lines.push(line) };
  const { findings } = await judgeTarget(url, checksNamed(...of), options);
  await close();
  return { verdicts: verdictsIn(findings), lines };
}

/**
 * A service that does not know the token of each new workspace, or has no balance for it, until so long after the
 * workspace was made.
 */
function lackingFor(ms: number, kind: 'wrong-token' | 'no-credit'): Partial<Behaviour> {
  const made = new Map<string, number>();
  return {
    botsOf: (bots, account) => {
      if (account !== undefined && !made.has(account.id)) made.set(account.id, Date.now());
      return valid.botsOf(bots, account);
    },
    admissionRefusal: (operation, account) =>
      Date.now() < (made.get(account?.id ?? '') ?? 0) + ms ? refuse(kind, { use: useOf(operation) }) : undefined,
  };
}

/**
 * The same for the token, where each request goes to the next of several servers, which learn the token one after the
 * other.
 */
function unknownToServersFor(...ms: readonly number[]): Partial<Behaviour> {
  let turn = 0;
  const perServer = ms.map((each) => lackingFor(each, 'wrong-token'));
  return {
    botsOf: (bots, account) => {
      for (const { botsOf = valid.botsOf } of perServer) botsOf(bots, account);
      return valid.botsOf(bots, account);
    },
    admissionRefusal: (operation, account) => {
      turn += 1;
      return perServer[turn % perServer.length]?.admissionRefusal?.(operation, account);
    },
  };
}

const useOf = (operation: string): 'chat' | 'speech' => (operation === 'speech' ? 'speech' : 'chat');

vi.setConfig({ maxConcurrency: 5 });

describe.concurrent('new workspaces', () => {
  it.each([
    ['whose token is known only seconds later', 2_500, 'wrong-token'],
    ['whose balance comes behind the token', 700, 'no-credit'],
  ] as const)('%s are judged as soon as they are there, which is told', { timeout: 60_000 }, async (_, ms, kind) => {
    const { verdicts, lines } = await told(lackingFor(ms, kind), ms > 1_000 ? ids.slice(0, -1) : ids);
    expect(verdicts.filter((verdict) => verdict.startsWith('fail'))).toEqual([]);
    expect(verdicts.filter((verdict) => verdict === 'pass').length).toBeGreaterThan(ids.length - 3);
    const was = kind === 'no-credit' ? 'refused with 402, and covered' : 'refused as of nobody, and let in';
    expect(lines).toContainEqual(
      expect.stringMatching(
        new RegExp(`^a first request of a new workspace was ${was} when sent once more, \\d\\.\\d s later`),
      ),
    );
  });
  it(
    'of which several servers learn one after the other are waited for, and fail nobody',
    { timeout: 60_000 },
    async () => {
      const of = [
        ...ids,
        'metering.races/included-chats',
        'metering.races/streams-of-a-member',
        'metering.races/chats',
      ];
      const { verdicts } = await told(unknownToServersFor(0, 1_500, 3_000), of);
      expect(verdicts.filter((verdict) => verdict.startsWith('fail'))).toEqual([]);
      expect(verdicts.filter((verdict) => verdict === 'pass').length).toBeGreaterThan(of.length - 3);
    },
  );
  it('are waited for too where an unknown token is hidden with 404', { timeout: 60_000 }, async () => {
    const statusOf: Behaviour['statusOf'] = (refusal, operation) =>
      refusal.kind === 'wrong-token' ? 404 : valid.statusOf(refusal, operation);
    const { verdicts } = await told({ ...lackingFor(1_200, 'wrong-token'), statusOf }, ids.slice(0, 3));
    expect(verdicts.filter((verdict) => verdict.startsWith('fail'))).toEqual([]);
    expect(verdicts).toContain('pass');
  });
  it(
    'of which each is refused its first use are no late ones: those that had the time tell',
    { timeout: 60_000 },
    async () => {
      const asked = new Set<unknown>();
      const admissionRefusal: Behaviour['admissionRefusal'] = (operation, account) => {
        if (operation === 'bots' || operation === 'voices' || asked.has(account)) return undefined;
        asked.add(account);
        return refuse('no-credit', { use: useOf(operation) });
      };
      const of = [...ids.slice(0, 2), 'metering.enterprise/included-chat-is-covered'];
      const { verdicts } = await told({ admissionRefusal }, of, 1);
      expect(verdicts[2]).toMatch(/^fail: .*observed status 402/);
    },
  );
  it('that lack their balance for good are no late ones', { timeout: 60_000 }, async () => {
    const { verdicts } = await told(lackingFor(600_000, 'no-credit'), ids.slice(0, 2));
    expect(verdicts[0]).toMatch(/^fail: .*observed status 402/);
  });
});
