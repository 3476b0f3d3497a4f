import { describe, expect, it } from 'vitest';
import { answered } from '../../../expectations/sample-exchange.testing.ts';
import type { Mismatch } from '../../../model/check.ts';
import type { Exchange, Operation } from '../../../model/exchange.ts';
import { notAtOnce } from '../../../classification/overlapping.ts';
import { workspacePlaceholder, type StepInputs } from '../../../model/probe.ts';
import {
  callsOfConcurrentUses,
  judgeConcurrentUses,
  judgedByRounds,
  concurrentUsesCheck,
  type ConcurrentUses,
} from './concurrent-uses.ts';

const atOnce: ConcurrentUses = {
  workspace: { kind: 'enterprise-pooled', includedRequests: 1, credits: 2 },
  together: ['chat', 'stream'],
  behind: ['chat'],
  prices: { chat: 2, speech: 5 },
};
const operations: readonly Operation[] = ['chat', 'stream', 'chat'];

function answers(statuses: readonly number[], beginsAt = ['00', '00', '09']): readonly Exchange[] {
  return statuses.map((status, at) => {
    const operation = operations[at] ?? 'chat';
    const body = status < 300 ? { sessionId: 'a', reply: 'b' } : { error: { code: 'c', message: 'm' } };
    return {
      ...answered({ id: `uses#${at + 1}`, operation, status, body }),
      startedAt: `2026-01-01T00:00:${beginsAt[at] ?? '00'}.000Z`,
    };
  });
}

const told = (statuses: readonly number[]): Mismatch | undefined =>
  ([judgeConcurrentUses(atOnce, answers(statuses))].flat() as Mismatch[])[0];

/** The same answers, to another workspace of the probe. */
function ofRound(name: string, all: readonly Exchange[]): readonly Exchange[] {
  const headers = [['authorization', `Bearer ${workspacePlaceholder(name)}`]] as const;
  return all.map((each) => ({ ...each, id: `${name} ${each.id}`, request: { ...each.request, headers } }));
}

describe('uses that ran one after the other', () => {
  const { probe } = concurrentUsesCheck(atOnce);
  const inTurn = answers([200, 200, 402], ['00', '05', '09']);
  const atOnceThen = answers([200, 200, 402]);
  const known = (seen: readonly Exchange[]): StepInputs => ({
    bot: 'b',
    bots: {},
    credentials: [],
    seen,
    nonce: String,
  });
  const nextStepsBehind = (seen: readonly Exchange[]) => probe.steps.slice(2).map((step) => step(known(seen)));

  it('are sent again in another workspace, which shows more', () => {
    const [make, send] = nextStepsBehind(inTurn);
    expect(make).toEqual({ make: { round_2: atOnce.workspace } });
    expect(send).toHaveLength(2);
    expect(judgedByRounds(atOnce, [...inTurn, ...ofRound('round_2', atOnceThen)])).toEqual([]);
    expect(judgedByRounds(atOnce, [...inTurn, ...ofRound('round_2', answers([200, 402]))])).toMatchObject([
      { exchange: 'round_2 uses#2' },
    ]);
  });
  it('are not sent again where they ran at once, or are to be failed', () => {
    for (const seen of [atOnceThen, answers([200, 402]), answers([200, 200, 200], ['00', '05', '09'])])
      expect(nextStepsBehind(seen).every((calls) => Array.isArray(calls) && calls.length === 0)).toBe(true);
  });
  it('prove nothing where three rounds did', () => {
    const all = [...inTurn, ...ofRound('round_2', inTurn), ...ofRound('round_3', inTurn)];
    expect(judgedByRounds(atOnce, all)).toEqual(notAtOnce);
    expect(probe.steps).toHaveLength(2 + 3 + 3);
  });
});

describe('uses that are sent at once, and one more', () => {
  it('are all covered, in whatever order, and the one more is not', () => {
    expect(judgeConcurrentUses(atOnce, answers([200, 200, 402]))).toEqual([]);
  });
  it('are not to be refused while another is under way', () => {
    for (const [statuses, which, other] of [
      [[200, 402], 'stream (uses#2)', 'chat'],
      [[402, 200], 'chat (uses#1)', 'stream'],
    ] as const)
      expect(told(statuses)).toMatchObject({
        subject: `status of the ${which}, sent at once with ${other}`,
        expected: `success, any 2xx: 2 credits left for a ${which.split(' ')[0] ?? ''} at 2`,
        kind: { is: 'status', subject: 'status', due: 'success' },
      });
  });
  it('are each to be charged', () => {
    expect(told([200, 200, 200])).toMatchObject({
      subject: 'status of the chat (uses#3), sent after these at once: chat, stream',
      expected: '402: no included chat is left',
      exchange: 'uses#3',
    });
  });
  it('prove nothing where they did not run at once, or not all came', () => {
    expect(judgeConcurrentUses(atOnce, answers([200, 200, 402], ['00', '05', '09']))).toEqual(notAtOnce);
    expect(judgeConcurrentUses(atOnce, answers([200, 200]))).toEqual({ inconclusive: 'not every use was sent' });
  });
  it('end where they go wrong: what is left by then is not told', () => {
    const known = (seen: readonly Exchange[]): StepInputs => ({
      bot: 'b',
      bots: {},
      credentials: [],
      seen,
      nonce: String,
    });
    const calls = (at: number, ...statuses: readonly number[]): number =>
      callsOfConcurrentUses(atOnce, at, known(answers(statuses)), answers(statuses)).length;
    expect([calls(0), calls(1, 200, 200), calls(1, 200, 402), calls(2, 200, 200, 402)]).toEqual([2, 1, 0, 0]);
  });
  it('may go on with one session, which may take one turn at a time', () => {
    const turns: ConcurrentUses = {
      workspace: { kind: 'credit-balance', credits: 3 },
      before: ['chat'],
      together: ['chat that goes on', 'chat that goes on'],
      behind: ['chat'],
    };
    const judge = (...statuses: readonly number[]) =>
      judgeConcurrentUses(turns, answers(statuses, ['00', '02', '02', '09']));
    expect(judge(200, 200, 200, 402)).toEqual([]);
    expect(judge(200, 409, 200, 200)).toEqual([]);
    expect(judge(200, 200, 200, 200)).toMatchObject([
      { subject: 'status of the chat (uses#4), sent after these at once: chat that goes on, chat that goes on' },
    ]);
  });
});
