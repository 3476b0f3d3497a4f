import { describe, expect, it } from 'vitest';
import { record } from '../records/records.testing.ts';
import type { RequestRecord } from '../records/record.ts';
import { foldHeldBack } from './held-back.ts';

/** Of a request that is sent at 1 and answered by 1,000. */
const stream = (index: number, events: readonly number[], change: Partial<RequestRecord> = {}) =>
  record(index, { sent: 1, events: [...events], end: 1000, ...change });

const heldBackIn = (records: readonly RequestRecord[]) => {
  const fold = foldHeldBack();
  records.forEach(fold.add);
  return fold.result();
};

const many = (count: number, events: readonly number[], change?: Partial<RequestRecord>) =>
  Array.from({ length: count }, (_, index) => stream(index, events, change));

describe('streams that are held back', () => {
  it('are told where all events of nearly all came at once, when they ended', () => {
    const { id } = stream(0, []);
    expect(heldBackIn(many(20, [999, 999, 999]))).toEqual({ streams: 20, atOnce: 20, request: id });
    expect(heldBackIn([...many(18, [999, 999]), ...many(2, [100, 500, 999])])?.atOnce).toBe(18);
    // In several reads, one after the other.
    expect(heldBackIn(many(20, [997, 997.5, 998, 999]))?.atOnce).toBe(20);
  });

  it('are those of the reply: other events may come before', () => {
    expect(heldBackIn(many(20, [100, 999, 999], { others: [0] }))?.atOnce).toBe(20);
  });

  it('are not told of a few, of streams with one event, and of failures', () => {
    expect(heldBackIn(many(9, [999, 999]))).toBeUndefined();
    expect(heldBackIn([...many(17, [999, 999]), ...many(3, [100, 500, 999])])).toBeUndefined();
    expect(heldBackIn(many(20, [999]))).toBeUndefined();
    expect(heldBackIn(many(20, [999, 999], { outcome: 'truncated' }))).toBeUndefined();
  });

  it('are not those whose events came over time, or long before the end', () => {
    expect(heldBackIn(many(20, [970, 985, 999]))).toBeUndefined();
    expect(heldBackIn(many(20, [300, 300, 300]))).toBeUndefined();
    // Three words within 6 ms of a second.
    expect(heldBackIn(many(20, [990, 993, 996]))).toBeUndefined();
  });

  it('have the request with the lowest index as evidence, in any order', () => {
    expect(heldBackIn(many(20, [999, 999]).toReversed())?.request).toBe(stream(0, []).id);
  });
});
