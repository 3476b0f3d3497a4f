import { describe, expect, it } from 'vitest';
import { closedIndex, followUsers, nextSendAtMs, nextRequestMs } from './closed-loop.ts';
import type { LoadStep } from './steps.ts';

/** 10 s each; 2 users, then 4, then 1. */
const levels: readonly LoadStep[] = [2, 4, 1].map((users, place) => ({
  fromMs: place * 10_000,
  toMs: (place + 1) * 10_000,
  users,
  settleMs: 2_000,
  drainMs: 2_000,
}));

describe('a user of a closed loop', () => {
  it('sends again at the moment of being free', () => {
    expect(nextRequestMs(levels, 0, 4_321.123)).toBe(4_321.123);
    expect(nextSendAtMs({ intendedMs: 100, endMs: 400, outcome: 'ok' })).toBe(400);
    expect(nextSendAtMs({ intendedMs: 100, endMs: 400, outcome: 'wrong' })).toBe(400);
  });

  it('comes back no sooner than a second after a request that failed', () => {
    expect(nextSendAtMs({ intendedMs: 100, endMs: 101, outcome: 'refused' })).toBe(1_100);
    expect(nextSendAtMs({ intendedMs: 100, endMs: 5_000, outcome: 'timeout' })).toBe(5_000);
  });

  it('waits for a level that has a place, and comes with its further users one after the other', () => {
    expect([0, 1, 2, 3].map((user) => nextRequestMs(levels, user, 0))).toEqual([0, 500, 10_000, 10_500]);
    // Who was there before goes on.
    expect(nextRequestMs(levels, 1, 10_200)).toBe(10_200);
  });

  it('has none left behind the last level with a place', () => {
    expect(nextRequestMs(levels, 0, 29_999)).toBe(29_999);
    expect(nextRequestMs(levels, 0, 30_000)).toBeUndefined();
    expect(nextRequestMs(levels, 3, 20_000)).toBeUndefined();
  });
});

describe('a level', () => {
  const answer = (user: number, turn: number, end: number, outcome = 'ok') => ({
    index: closedIndex(user, turn, 4),
    intended: end - 900,
    end,
    outcome,
  });

  it('is whole where its users went on until it was over', () => {
    const users = followUsers(levels);
    const last = [30_000, 20_100, 20_000, 20_000];
    last.forEach((end, user) => {
      users.add(answer(user, 7, end));
      users.add(answer(user, 3, end - 5_000));
    });
    expect(users.whole()).toEqual([true, true, true]);
  });

  it('is none where one of them ended before, or was cut off', () => {
    const users = followUsers(levels);
    users.add(answer(0, 0, 20_500));
    users.add(answer(1, 0, 12_000));
    users.add(answer(2, 0, 20_500, 'aborted'));
    expect(users.whole()).toEqual([true, false, false]);
  });

  it('takes the pause after a failure for the user being there', () => {
    const users = followUsers([{ fromMs: 0, toMs: 1_000, users: 1, settleMs: 0 }]);
    users.add({ index: 0, intended: 500, end: 501, outcome: 'refused' });
    expect(users.whole()).toEqual([true]);
  });
});
