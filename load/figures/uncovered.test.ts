import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { record } from '../records/records.testing.ts';
import type { RequestRecord } from '../records/record.ts';
import { foldUncovered } from './uncovered.ts';

const uncoveredIn = (records: readonly RequestRecord[]): number => {
  const fold = foldUncovered();
  records.forEach(fold.add);
  return fold.result();
};
const isUncovered = (records: readonly RequestRecord[]): boolean => uncoveredIn(records) > 0;

const answered = (index: number, credits = 1) => record(index, { credits });
const refused = (index: number, credits = 1) =>
  record(index, { credits, status: 402, outcome: 'http-402', events: [] });

describe('whether the credits may be used up', () => {
  it('is open where nothing after a refusal was answered', () => {
    expect(isUncovered([answered(0), refused(1)])).toBe(true);
    expect(isUncovered([answered(0), answered(1)])).toBe(false);
  });

  it('is not where a request that was sent after it was answered, of that price', () => {
    expect(isUncovered([refused(0), answered(1)])).toBe(false);
    expect(isUncovered([refused(0, 3), answered(1)])).toBe(true);
    expect(isUncovered([refused(0), answered(1, 3)])).toBe(false);
  });

  it('is, where what was answered had been sent before the refusal came', () => {
    expect(isUncovered([record(0, { ...refused(0), end: 700 }), answered(1)])).toBe(true);
  });

  it('is of as many as came last, and of no more than ten of a price', () => {
    expect(uncoveredIn([refused(0), answered(1), refused(2), refused(3)])).toBe(2);
    expect(uncoveredIn([refused(0, 3), answered(1), refused(2)])).toBe(2);
    expect(uncoveredIn(Array.from({ length: 30 }, (_, index) => refused(index)))).toBe(10);
  });

  it('does not depend on the order of the records', () => {
    const kinds = fc.array(fc.constantFrom(answered, refused), { maxLength: 12 });
    fc.assert(
      fc.property(kinds, (each) => {
        const records = each.map((make, index) => make(index));
        expect(isUncovered(records.toReversed())).toBe(isUncovered(records));
        expect(isUncovered(records)).toBe(records.at(-1)?.status === 402);
      }),
    );
  });
});
