import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sharedBins } from './shared-bins.ts';

const sorted = (values: readonly number[]) => {
  const ordered = values.toSorted((one, next) => one - next);
  return { n: ordered.length, at: (rank: number) => ordered[rank - 1] ?? Number.NaN };
};
const times = fc.array(
  fc.integer({ min: 0, max: 5_000_000 }).map((us) => us / 1000),
  { minLength: 1, maxLength: 200 },
);
const sides = fc.array(times, { minLength: 1, maxLength: 3 });

it('counts every sample of both sides once, in the bin that it lies in', () => {
  fc.assert(
    fc.property(sides, sides, (a, b) => {
      const bins = sharedBins(a.map(sorted), b.map(sorted));
      for (const [values, side] of [
        [a.flat(), bins.a],
        [b.flat(), bins.b],
      ] as const) {
        const placeOf = (value: number): number => Math.floor((value - bins.from) / bins.width + 1e-9);
        const places = Map.groupBy(values, placeOf);
        expect(side.counts).toEqual(side.counts.map((_, place) => places.get(place)?.length ?? 0));
        const above = values.filter((value) => placeOf(value) >= side.counts.length).length;
        expect(side).toMatchObject({ n: values.length, ...(above > 0 ? { above } : {}) });
        expect('above' in side).toBe(above > 0);
      }
      expect(bins.a.counts.length).toBe(bins.b.counts.length);
    }),
  );
});

it('begins near the smallest sample, not at 0, and leaves a long tail out of the axis', () => {
  const near = Array.from({ length: 400 }, (_, place) => 1000 + place / 4);
  const bins = sharedBins([sorted([...near, 90_000])], [sorted(near.map((each) => each + 30))]);
  expect(bins.from).toBe(1000);
  expect(bins.from + bins.width * bins.a.counts.length).toBeLessThan(1250);
  expect([bins.a.above, bins.b.above]).toEqual([1, undefined]);
});

it('puts what is known only as a range into no bin, and says in which its ends lie', () => {
  const ranges = [10, 12, 18];
  const part = { ...sorted([5, ...ranges, 90]), lowAt: sorted([0, 1, 5, 18, 90]).at, censored: sorted(ranges) };
  const { from, width, a, b } = sharedBins([part], [sorted([5, 15])]);
  expect([from, width]).toEqual([0, 10]);
  const none = Array.from({ length: 7 }, () => 0);
  expect(a).toEqual({
    n: 5,
    counts: [1, 0, ...none, 1],
    ranges: { n: 3, low: [2, 1, ...none, 0], high: [0, 3, ...none, 0] },
  });
  expect(b).toEqual({ n: 2, counts: [1, 1, ...none, 0] });
});
