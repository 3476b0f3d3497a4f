import { describe, expect, it } from 'vitest';
import type { Attempt } from './attempts.ts';
import { mustWait, progressOf } from './awaiting.ts';

const settings = { pods: 3, withinMs: 100_000, silentMs: 10_000, startWithinMs: 30_000 };
const attempt = (place: number, more: Partial<Attempt> = {}): Attempt => ({
  id: `a${place}`,
  place,
  path: '',
  begunAtMs: 1_000,
  heardAtMs: 50_000,
  hasEnded: false,
  records: 5,
  ...more,
});
const ended = (place: number): Attempt => attempt(place, { hasEnded: true });
const waits = (attempts: readonly Attempt[], nowMs: number): boolean =>
  mustWait(attempts, settings, { sinceMs: 0, nowMs });

describe('a collector', () => {
  it('waits until all segments have ended, and no longer', () => {
    expect(waits([ended(0), ended(1), attempt(2)], 50_000)).toBe(true);
    expect(waits([ended(0), ended(1), ended(2)], 50_000)).toBe(false);
  });
  it('gives up a pod that is not heard of any more, unless another took its place', () => {
    const others = [ended(0), ended(1)];
    expect(waits([...others, attempt(2)], 59_999)).toBe(true);
    expect(waits([...others, attempt(2)], 60_000)).toBe(false);
    expect(waits([...others, attempt(2), attempt(2, { heardAtMs: 55_000 })], 60_000)).toBe(true);
  });
  it('waits for a further attempt at a segment that has ended, while it is heard of', () => {
    const all = [ended(0), ended(1), ended(2)];
    expect(waits([...all, attempt(0)], 59_999)).toBe(true);
    expect(waits([...all, attempt(0)], 60_000)).toBe(false);
    expect(waits([...all, ended(0)], 50_000)).toBe(false);
  });
  it('waits for one that has not begun as long as it may still do so', () => {
    expect(waits([ended(0), ended(1)], 100_999)).toBe(true);
    expect(waits([ended(0), ended(1)], 101_000)).toBe(false);
  });
  it('gives up where none begins', () => {
    expect([waits([], 29_999), waits([], 30_000)]).toEqual([true, false]);
  });
  it('says how far each is', () => {
    const attempts = [ended(0), attempt(1, { heardAtMs: 0 })];
    expect(progressOf(attempts, settings, 50_000).line).toBe(
      '0/3:1/3: has ended; 1/3:2/3: is not heard of any more; 2/3:3/3: has not begun; 10 lines of records',
    );
  });
});
