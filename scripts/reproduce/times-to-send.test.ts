import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../conformance/model/run.ts';
import { timesToSend } from './times-to-send.ts';

function failed(...shares: readonly (readonly [wrong: number, judged: number, comesAndGoes?: true])[]): Finding[] {
  const mismatches = shares.map(([wrong, judged, comesAndGoes]) => ({
    answers: { wrong, judged, ...(comesAndGoes === true && { comesAndGoes }) },
  }));
  return [{ mismatches } as unknown as Finding];
}

const cheap = { atMost: 1, isByChance: false };

describe('how often a failure is sent again before it is gone', () => {
  it('goes by what it costs, and by whether it is a race', () => {
    expect(timesToSend(cheap, failed())).toEqual({ most: 6 });
    expect(timesToSend({ ...cheap, atMost: 40 }, failed())).toEqual({ most: 2 });
    expect(timesToSend({ atMost: 40, isByChance: true }, failed())).toEqual({ most: 3 });
  });
  it('is by the share of answers that showed it, where it comes and goes', () => {
    expect(timesToSend(cheap, failed([1, 3, true]))).toEqual({ most: 8 });
    expect(timesToSend(cheap, failed([1, 3, true], [17, 137, true]))).toEqual({ most: 23 });
    expect(timesToSend(cheap, failed([1, 3]))).toEqual({ most: 6 });
    expect(timesToSend(cheap, failed([3, 3, true]))).toEqual({ most: 6 });
  });
  it('tells the share that is too rare for it', () => {
    expect(timesToSend(cheap, failed([2, 100, true]))).toEqual({ most: 30, share: '2 of 100' });
  });
  it('is as often as anything where the share is of a handful of times', () => {
    const few = { ...cheap, isFewTold: true };
    expect(timesToSend(few, failed([1, 3, true]))).toEqual({ most: 30, share: '1 of 3' });
    expect(timesToSend(few, failed([1, 3]))).toEqual({ most: 6 });
  });
  it('misses what comes and goes one time in twenty at most, or says that it may', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 200 }), (wrong, right) => {
        const { most, share } = timesToSend(cheap, failed([wrong, wrong + right, true]));
        expect(most).toBeLessThanOrEqual(30);
        expect((right / (wrong + right)) ** most <= 0.05 || share !== undefined).toBe(true);
      }),
    );
  });
});
