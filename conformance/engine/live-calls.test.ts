import { describe, expect, it } from 'vitest';
import { answered } from '../expectations/sample-exchange.testing.ts';
import { chatCall } from '../model/calls.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Call, Probe } from '../model/probe.ts';
import { createBudget } from './credit-budget.ts';
import { liveCalls } from './live-calls.ts';
import { createHangBreaker } from './pacing/hang-breaker.ts';
import { createNoServiceBreaker } from './pacing/no-service-breaker.ts';
import { createOutageBreaker } from './pacing/outage-breaker.ts';
import { lateTurn } from './pacing/send-order.ts';
import type { QueueEntry, SendQueue } from './pacing/send-queue.ts';
import { createThrottle } from './pacing/throttle.ts';
import type { Sending } from './probe-runner-parts.ts';
import type { Sender } from './sender.ts';
import { createLateness } from './token/lateness.ts';

type Given = Parameters<typeof liveCalls>[0];

const chat = chatCall('chat', 'a bot', { message: 'Hello!' });
const probe: Probe = { name: 'chats', needs: [], costs: { chats: 2, speeches: 0 }, steps: [] };
const reservation = { note: () => undefined, extend: () => true, close: () => undefined };

/** Calls that all get this answer, with the entries of the queue and the requests of the sender. */
function callsGetting(answer: Exchange, given: Partial<Given> = {}) {
  const entries: QueueEntry[] = [];
  const sends: Parameters<Sender['send']>[0][] = [];
  const queue: SendQueue = {
    through: async (entry, send) => {
      entries.push(entry);
      return send(() => 1);
    },
    look: () => undefined,
  };
  const live = liveCalls({
    sender: {
      send: async (sending) => {
        sends.push(sending);
        return { ...answer, place: sending.place, attempt: sending.attempt };
      },
      reasonToSkip: () => undefined,
      mask: (text) => text,
    },
    queue,
    metered: queue,
    throttle: createThrottle(8, 1_000),
    hangBreaker: createHangBreaker(),
    outageBreaker: createOutageBreaker(),
    noService: createNoServiceBreaker(),
    budget: createBudget(undefined),
    ownToken: {
      reasonToSkip: () => undefined,
      reasonNotToJudge: () => undefined,
      settle: async () => undefined,
      wasTemporary: () => false,
    },
    lateness: createLateness(() => undefined),
    noteWait: () => undefined,
    connections: { during: async (send) => send() },
    isCapGiven: true,
    signal: new AbortController().signal,
    ...given,
  });
  return { live, entries, sends };
}

function sendingOf(call: Call = chat, change: Partial<Probe> = {}, group = 3): Sending {
  const own = { turn: 5, bot: { bot: 'a bot' }, tokens: {}, bots: {} };
  return { call, asRecorded: call, probe: { ...probe, ...change }, place: 1, own, reservation, group };
}

const right = answered({ operation: 'chat' });
const busy = answered({ operation: 'chat', status: 503 });

describe('a call that is sent', () => {
  it.each<readonly [string, Sending, number, Partial<QueueEntry>]>([
    ['in the turn of its probe, with its step', sendingOf(), 1, { turn: 5, group: 3, alone: false }],
    ['by itself and before others, once it was refused', sendingOf(), 2, { turn: 5, group: 1, again: true }],
    ['behind all others', sendingOf({ ...chat, goes: 'late' }), 1, { turn: lateTurn, group: 1 }],
    ['alone, with its step', sendingOf(chat, { pace: 'eachStepAlone' }), 1, { group: 3, alone: true }],
    ['alone to the end', sendingOf(chat, { pace: 'aloneThroughout' }), 1, { alone: true, unbroken: true }],
    ['alone, with more time', sendingOf(chat, { again: { is: 'anew', isPatient: true } }), 1, { alone: true }],
    ['behind others that may be its balance', sendingOf({ ...chat, judges: { status402: true } }), 2, { again: false }],
  ])('waits %s', async (_, sending, attempt, entry) => {
    const { live, entries } = callsGetting(right);
    await live.attempt(sending, attempt, 'kept');
    expect(entries).toEqual([expect.objectContaining(entry)]);
    expect(entries[0]?.unbroken).toBe(entry.unbroken);
  });
  it('has more time where its probe has', async () => {
    const { live, sends } = callsGetting(right);
    await live.attempt(sendingOf(), 1, 'kept');
    await live.attempt(sendingOf(chat, { again: { is: 'anew', isPatient: true } }), 1, 'kept');
    expect(sends.map(({ waited }) => waited)).toEqual([false, true]);
  });
  it('is sent again where the service is out of order, and not where its credits do not suffice', () => {
    const { live } = callsGetting(busy);
    const used = answered({ operation: 'chat', ending: 'cut' });
    const poor = { ...sendingOf(), reservation: { ...reservation, extend: () => false } };
    expect([live.mayRetry(busy, sendingOf()), live.mayRetry(used, sendingOf()), live.mayRetry(used, poor)]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('a probe that does not fit under the cap', () => {
  it.each([
    [true, 'it can cost 2 credits and --max-credits leaves 1; --max-credits 2 is enough'],
    [false, 'it can cost 2 credits and 1 are left of those planned for this run; --max-credits 2 is enough'],
  ])('is not sent, and says of which it was: given %s', async (isCapGiven, because) => {
    const { live } = callsGetting(right, { budget: createBudget(1), isCapGiven });
    expect(await live.reserve(probe, 1)).toEqual({ stopped: { because, about: { is: 'credits', needed: 2 } } });
  });
});
