import { describe, expect, it, vi } from 'vitest';
import { startService, valid, withFault, withVariant, type Behaviour } from '../../../../fixtures/index.ts';
import { refuse } from '../../../../fixtures/service/refusal.ts';
import { checksNamed, judgeTarget, verdictsIn } from '../../../judged-at.testing.ts';
import { serveOneIn } from './one-in.testing.ts';

const caps = {
  pool: 'metering.refusal/used-up-pool-is-402-not-a-limit-on-requests',
  'per-user workspace': 'metering.refusal/spent-per-user-is-402-not-a-limit-on-requests',
  member: 'metering.members/chat-limit-is-402-not-a-limit-on-requests',
  'second chat of a credit balance': 'metering.refusal/spent-chat-is-402-each-time',
  'stream of a credit balance': 'metering.refusal/spent-stream-is-402-not-a-limit-on-requests',
  'stream of a pool': 'metering.refusal/used-up-pool-is-402-for-streams-too',
  'stream of a per-user workspace': 'metering.refusal/spent-per-user-is-402-for-streams-too',
  'stream of a member': 'metering.members/stream-past-the-limit-is-402-not-a-limit-on-requests',
} as const;
const withNothingBefore: readonly string[] = [
  caps['per-user workspace'],
  caps['stream of a credit balance'],
  caps['stream of a per-user workspace'],
];
const every = Object.entries(caps);
/** The checks that show a first chat that is refused with another status than 402: all but that of the second chat. */
const everyFirst = every.filter(([, id]) => id !== caps['second chat of a credit balance']);

async function told(id: string, behaviour: Partial<Behaviour>): Promise<{ verdict: string; sent: number }> {
  const { url, token, provisioner, close } = await startService({ behaviour });
  // The check runs without its control, which other tests judge.
  const [check] = checksNamed(id);
  const { findings, exchanges } = await judgeTarget(url, check === undefined ? [] : [check], {
    token,
    provisioner,
    timeoutMs: 5_000,
  });
  await close();
  const verdict = verdictsIn(findings)[0] ?? '';
  return { verdict, sent: exchanges.filter(({ probe, attempt }) => probe.includes('beside') && attempt === 1).length };
}

// The runs mostly wait between attempts, so that any number may run at once.
vi.setConfig({ maxConcurrency: 20 });

const steadily =
  /^fail: status: expected 402: nothing covers a further (?:chat|stream), observed status \d+.*3 times in each of 3 rounds, while others were answered$/;

describe.concurrent('a chat past its cap', () => {
  it.each(every)('is to be refused with 402, which two requests show: %s', async (_, id) => {
    expect(await told(id, {})).toEqual({ verdict: 'pass', sent: withNothingBefore.includes(id) ? 1 : 2 });
  });
  it.each([
    [caps.pool, 'used-up-pool-refused-with-429'],
    [caps['per-user workspace'], 'spent-per-user-refused-with-429'],
    [caps['second chat of a credit balance'], 'second-chat-refused-with-429-when-spent'],
    [caps.member, 'member-limit-refused-with-429'],
    [caps['stream of a credit balance'], 'stream-refused-with-429-when-spent'],
    [caps['stream of a pool'], 'used-up-pool-refuses-streams-with-429'],
    [caps['stream of a per-user workspace'], 'spent-per-user-refuses-streams-with-429'],
    [caps['stream of a member'], 'member-limit-refuses-streams-with-429'],
  ] as const)('is not to be refused with a limit that others never meet: %s', async (id, fault) => {
    expect((await told(id, withFault(fault))).verdict).toMatch(steadily);
  });
  it.each([...everyFirst.map(([name, id]) => [name, id, 503] as const), ['pool', caps.pool, 502] as const])(
    'nor as one that is not available: %s',
    async (_, id, status) => {
      const statusOf: typeof valid.statusOf = (refusal, operation) =>
        refusal.use === 'chat' ? status : valid.statusOf(refusal, operation);
      expect((await told(id, { statusOf, errorHeaders: () => ({ 'retry-after': '0' }) })).verdict).toMatch(steadily);
    },
  );
  it('is told of a second one where a first is refused with 402', async () => {
    const statusOf: typeof valid.statusOf = (refusal, operation) =>
      refusal.use === 'chat' ? 403 : valid.statusOf(refusal, operation);
    expect((await told(caps['second chat of a credit balance'], { statusOf })).verdict).toBe(
      'inconclusive: a first chat that nothing covers was not refused with 402 before it',
    );
  });
  it.each(everyFirst)('nor with another status: %s', async (_, id) => {
    const statusOf: typeof valid.statusOf = (refusal, operation) =>
      refusal.use === 'chat' ? 403 : valid.statusOf(refusal, operation);
    expect((await told(id, { statusOf })).verdict).toMatch(/^fail: status: expected 402: .*, observed status 403/);
  });
  it('proves nothing where a fresh token is not known, and is a failure of one that was let in', async () => {
    const statusOf: typeof valid.statusOf = (refusal, operation) =>
      refusal.use === 'chat' ? 401 : valid.statusOf(refusal, operation);
    expect((await told(caps['per-user workspace'], { statusOf })).verdict).toMatch(
      /^inconclusive: a chat got status 401: its token is not accepted/,
    );
    expect((await told(caps.pool, { statusOf })).verdict).toMatch(
      /^fail: status: expected 402: .*, observed status 401/,
    );
  });
  it.each(every)('proves nothing where everybody is limited alike: %s', async (_, id) => {
    const admissionRefusal = () => refuse('too-many-requests', { retryAfterSeconds: 0 });
    expect((await told(id, { admissionRefusal })).verdict).toMatch(/^inconclusive: status 429 after 3 attempts/);
  });
  it.each(every)('proves nothing where a caller may chat once, and nobody twice: %s', async (_, id) => {
    const chats = new Map<unknown, number>();
    const admissionRefusal: Behaviour['admissionRefusal'] = (operation, account) => {
      if (operation !== 'chat' && operation !== 'stream') return undefined;
      const before = chats.get(account?.workspace) ?? 0;
      chats.set(account?.workspace, before + 1);
      return before === 0 ? undefined : refuse('too-many-requests', { retryAfterSeconds: 0 });
    };
    expect((await told(id, { admissionRefusal })).verdict).not.toMatch(/^fail/);
  });
  it.each([2, 3, 4, 5].flatMap((each) => [0, 1, 2, 3].map((from) => [each, from] as const)))(
    'is never accused where one chat in %i gets through, whoever asks (from %i)',
    async (each, from) => {
      const all = await Promise.all(Object.values(caps).map((id) => told(id, serveOneIn(each, from))));
      for (const { verdict } of all) expect(verdict).not.toMatch(/^fail/);
    },
  );
  it.each(['rate-limited', 'rate-limited-by-token'] as const)(
    'is never accused by the limits of %s',
    async (variant) => {
      for (const id of Object.values(caps)) expect((await told(id, withVariant(variant))).verdict).toBe('pass');
    },
  );
});
