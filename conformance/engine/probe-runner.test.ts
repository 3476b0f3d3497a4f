import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../expectations/sample-exchange.testing.ts';
import type { Connection } from '../http/transport.ts';
import { chatCall } from '../model/calls.ts';
import { attemptIdOf } from '../model/exchange-id.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Call, Probe } from '../model/probe.ts';
import type { ProbeRunnerParts } from './probe-runner-parts.ts';
import { emptyProbeContext, sendProbe } from './probe-runner.ts';

const chat = chatCall('chat', 'a bot', { message: 'Hello!' });
const broken = answered({ operation: 'chat', status: 502 });
const begun = answered({ operation: 'chat', body: 'a' });
const endless: Exchange = {
  ...begun,
  response: { ...begun.response, ending: 'timeout', endedAtMs: 1_000 } as Exchange['response'],
};
const right = answered({ operation: 'chat' });

/** The attempts that are sent, and the evidence, where they get these answers one after the other. */
async function sent(
  answers: readonly Exchange[],
  calls: readonly Call[],
  change: Partial<Probe> = {},
  mayRetry = true,
) {
  const left = [...answers];
  const attempts: { readonly id: string; readonly connection: Connection; readonly group: number }[] = [];
  const reservation = { note: () => undefined, extend: () => true, close: () => undefined };
  const parts: ProbeRunnerParts = {
    seed: 1,
    given: { credentials: [] },
    reserve: async () => reservation,
    whenSlotFree: async (_probe, _turn, send) => send(),
    reasonToSkip: () => undefined,
    attempt: async ({ probe, place, group }, attempt, connection) => {
      const as = { probe: probe.name, place, attempt };
      attempts.push({ id: attemptIdOf(as), connection, group });
      const answer = left.shift();
      return answer === undefined ? { because: 'nothing is left' } : { ...answer, ...as, id: attemptIdOf(as) };
    },
    mayRetry: () => mayRetry,
    reasonNotToJudge: () => undefined,
    learn: () => undefined,
    isRefusal: () => false,
    record: () => undefined,
    note: () => undefined,
    mask: (text) => text,
    makeWorkspace: async () => ({ is: 'failed', because: 'none is made' }),
    giveBack: () => undefined,
    findBot: async () => ({ bot: 'a bot' }),
    findBotOf: async () => ({ bot: 'a bot' }),
  };
  const probe: Probe = {
    name: 'chats',
    needs: [],
    costs: { chats: calls.length, speeches: 0 },
    steps: [() => calls],
    ...change,
  };
  const evidence = await sendProbe(probe, 1, async () => emptyProbeContext(1), parts);
  return { attempts, ...evidence };
}

const connections = ({ attempts }: Awaited<ReturnType<typeof sent>>) => attempts.map(({ connection }) => connection);

describe('the calls of a probe', () => {
  it('have their places in its name, and begin together but where they are queued singly', async () => {
    const together = await sent([right, right], [chat, chat]);
    expect(together.attempts).toEqual([
      { id: 'chats#1', connection: 'kept', group: 2 },
      { id: 'chats#2', connection: 'kept', group: 2 },
    ]);
    const singly = await sent([right, right], [chat, chat], { pace: 'singly' });
    expect(singly.attempts.map(({ group }) => group)).toEqual([1, 1]);
  });
  it('are tried three times where the service is out of order, and each further time on a new connection', async () => {
    const tried = await sent([broken, broken, broken, broken], [chat]);
    expect(tried.attempts.map(({ id }) => id)).toEqual(['chats#1', 'chats#1.2', 'chats#1.3']);
    expect(connections(tried)).toEqual(['kept', 'new', 'new']);
    expect(tried.seen.map(({ id }) => id)).toEqual(['chats#1.3']);
    expect((await sent([broken, right], [chat], {}, false)).attempts).toHaveLength(1);
  });
  it('are asked for once more as the last of a connection where an answer had no end, which no other answer excuses', async () => {
    const tried = await sent([endless, right], [chat]);
    expect(connections(tried)).toEqual(['kept', 'last']);
    expect(tried.unrecoverable?.map(({ id }) => id)).toEqual(['chats#1']);
  });
  it('are sent once where they may be charged, on a connection that is awake', async () => {
    const charged = await sent([unanswered('dropped', 'chat'), right], [{ ...chat, charge: 'once' }]);
    expect(connections(charged)).toEqual(['awake']);
    expect(charged.seen).toEqual([]);
    expect(charged.stopped?.because).toContain('it is unknown whether it was charged');
  });
  it('have a connection of their own where they say so, and in a probe with nothing else in between', async () => {
    expect(connections(await sent([right], [{ ...chat, goes: 'onNewConnection' }]))).toEqual(['new']);
    expect(connections(await sent([right], [chat], { pace: 'aloneThroughout' }))).toEqual(['new']);
    expect(connections(await sent([right], [chat], { pace: 'eachStepAlone' }))).toEqual(['kept']);
  });
  it('take one that is there where they go right behind another, also with nothing else in between', async () => {
    const call = { ...chat, goes: 'rightBehind' } as const;
    expect(connections(await sent([right], [call], { pace: 'aloneThroughout' }))).toEqual(['kept']);
  });
});
