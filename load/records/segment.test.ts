import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { missingSegments, segmentFrom, usersOfSegment, type Segment } from './segment.ts';

const parts = (count: number): readonly Segment[] =>
  Array.from({ length: count }, (_, place) => segmentFrom(`${place}/${count}:${place + 1}/${count}`)).filter(
    (each) => each !== undefined,
  );

describe('a segment', () => {
  it('is read as k6 writes it', () => {
    expect(segmentFrom('1/4:1/2')).toMatchObject({ from: { at: 0.25 }, to: { at: 0.5 } });
    expect(segmentFrom('0:1')).toMatchObject({ from: { at: 0 }, to: { at: 1 } });
    expect(segmentFrom('0.5:0.75')).toMatchObject({ from: { at: 0.5 }, to: { at: 0.75 } });
  });
  it.each(['', '0', '1/2', '1/2:1/4', '0:2', '0:1/0', 'a:b', '0:1/2:1', '-1:1', '0:1e400'])('is not %j', (text) => {
    expect(segmentFrom(text)).toBeUndefined();
  });
});

describe('what is missing of a schedule', () => {
  it('is nothing of the whole, and what no segment has', () => {
    expect(missingSegments(parts(7))).toEqual([]);
    expect(missingSegments(parts(4).filter((_, place) => place !== 1)).map(({ text }) => text)).toEqual(['1/4:2/4']);
    expect(missingSegments([]).map(({ text }) => text)).toEqual(['0:1']);
  });
  it('is each part that was taken away, whatever its neighbours', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), (isThere) => {
        const all = parts(isThere.length);
        const missing = missingSegments(all.filter((_, place) => isThere[place]));
        const length = missing.reduce((sum, { from, to }) => sum + to.at - from.at, 0);
        expect(length).toBeCloseTo(isThere.filter((each) => !each).length / isThere.length, 9);
      }),
    );
  });
});

describe('the users of a segment', () => {
  it('are those of the whole together, of any number of equal segments and virtual users', () => {
    const [count, many] = [fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 3_000 })];
    fc.assert(
      fc.property(count, many, fc.integer({ min: 1, max: 300 }), (parted, users, virtualUsers) => {
        const each = parts(parted).map((part) => usersOfSegment(part, { users, virtualUsers }) ?? Number.NaN);
        expect(each.reduce((sum, one) => sum + one, 0)).toBe(users);
      }),
    );
  });
  // The same numbers stand in load/k6ext/credits/share_test.go, of k6 itself.
  it.each([
    [3, 100, 223, [76, 74, 73]],
    [3, 100, 50, [17, 17, 16]],
    [7, 100, 1001, [151, 150, 140, 140, 140, 140, 140]],
    [4, 100, 400, [100, 100, 100, 100]],
    [8, 30, 777, [104, 104, 104, 104, 103, 103, 78, 77]],
    [5, 7, 99, [29, 28, 14, 14, 14]],
    [2, 3, 10, [7, 3]],
  ])('of %d parts, %d virtual users and %d users are those that k6 plays', (count, virtualUsers, users, expected) => {
    expect(parts(count).map((part) => usersOfSegment(part, { users, virtualUsers }))).toEqual(expected);
  });
  it('are not known of other parts', () => {
    expect(usersOfSegment(segmentFrom('1/5:1/2') as Segment, { users: 10, virtualUsers: 10 })).toBeUndefined();
  });
});
