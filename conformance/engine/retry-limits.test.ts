import { expect, it } from 'vitest';
import { answered } from '../expectations/sample-exchange.testing.ts';
import { createRetryLimits } from './retry-limits.ts';
import type { Sending } from './probe-runner-parts.ts';

const sendingOf = (call: Partial<Sending['call']> = {}): Sending =>
  ({ call: { operation: 'chat', ...call } }) as Sending;

type Others = Parameters<ReturnType<typeof createRetryLimits>['refused']>[1];

/**
 * The attempt at which a call is given up, where `calmAt` says which attempts are calm, and `othersAt` what came of all
 * calls under the same limit.
 */
function givenUpAt(
  status: number,
  calmAt: (attempt: number) => boolean,
  call: Partial<Sending['call']> = {},
  othersAt: (attempt: number) => Omit<Others, 'isCalm' | 'isOwn'> = () => ({ answered: 0, refusedSince: 3 }),
  isOwn = false,
): number {
  const retryLimits = createRetryLimits();
  const sending = sendingOf(call);
  for (let attempt = 1; ; attempt += 1) {
    retryLimits.refused(sending, { isCalm: calmAt(attempt), isOwn, ...othersAt(attempt) });
    if (retryLimits.isEnough({ ...answered({ status }), attempt }, sending)) return attempt;
  }
}

it('gives up behind three refusals that had nearly nothing beside them', () => {
  expect(givenUpAt(429, () => true)).toBe(3);
  expect(givenUpAt(429, (attempt) => attempt > 1)).toBe(4);
  expect(givenUpAt(503, (attempt) => attempt % 2 === 0)).toBe(6);
});
it('asks three times where it may be for the balance, and does not go on for ever in a crowd', () => {
  for (const judges of [{ status402: true }, { steadyRefusal: true }])
    expect(givenUpAt(429, () => false, { judges })).toBe(3);
  expect(givenUpAt(429, () => false)).toBe(10);
});
it('counts no refusal while nothing is let in any more of what was let in before', () => {
  // From the sixth attempt on, other calls are answered between two attempts.
  const others = (attempt: number) => ({ answered: Math.max(40, 35 + attempt), refusedSince: 3 });
  expect(givenUpAt(429, () => true, {}, others)).toBe(7);
  expect(givenUpAt(429, () => false, {}, others)).toBe(14);
  expect(givenUpAt(429, () => true, {}, others, true)).toBe(3);
  for (const judges of [{ status402: true }, { steadyRefusal: true }])
    expect(givenUpAt(429, () => true, { judges }, others)).toBe(3);
});
it.each([1, 2])('gives up what is refused with no more than one other: %i', (refusedSince) => {
  const others = () => ({ answered: 40, refusedSince });
  expect(givenUpAt(429, () => true, {}, others)).toBe(3);
});
it('asks three times for what is no matter of how much is asked', () => {
  for (const status of [502, 504]) expect(givenUpAt(status, () => false)).toBe(3);
});
it('gives up what is refused for longer than a window of a minute', () => {
  let nowMs = 0;
  const retryLimits = createRetryLimits(() => nowMs);
  const sending = sendingOf();
  const isEnoughAt = (attempt: number, atMs: number): boolean => {
    nowMs = atMs;
    retryLimits.refused(sending, { isCalm: true, isOwn: false, answered: 40, refusedSince: 9 });
    return retryLimits.isEnough({ ...answered({ status: 429 }), attempt }, sending);
  };
  const timesMs = [0, 20_000, 40_000, 60_000, 74_999, 75_000, 80_000];
  expect(timesMs.map((atMs, at) => isEnoughAt(at + 1, atMs))).toEqual([false, false, false, false, false, false, true]);
});
