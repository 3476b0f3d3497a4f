import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binsOf, type Bins } from './bins.ts';
import { collectSamples } from './samples.ts';

const binsFrom = (values: readonly number[], exactLimit?: number): Bins => {
  const samples = collectSamples(exactLimit === undefined ? {} : { exactLimit });
  values.forEach(samples.add);
  return binsOf(samples.ordered());
};

/** As the bins say where they lie, one sample after the other. */
const naive = (values: readonly number[], { from, width, counts }: Bins): readonly number[] =>
  counts.map((_, place) => {
    const [start, end] = [from + place * width, from + (place + 1) * width].map((edge) => Number(edge.toPrecision(12)));
    return values.filter((value) => value >= (start ?? 0) && value < (end ?? 0)).length;
  });

const times = fc.array(fc.oneof(fc.integer({ min: 0, max: 5_000_000 }), fc.integer({ min: 99_000, max: 101_000 })), {
  minLength: 1,
  maxLength: 300,
});

describe('bins', () => {
  it('count every sample once, in the bin that it lies in, or beyond the last one', () => {
    fc.assert(
      fc.property(times, (micros) => {
        const values = micros.map((each) => each / 1000);
        const bins = binsFrom(values);
        expect(bins.counts).toEqual(naive(values, bins));
        expect(bins.counts.reduce((sum, each) => sum + each, 0) + (bins.above ?? 0)).toBe(values.length);
        expect(bins.counts.length).toBeLessThanOrEqual(42);
        expect(Math.min(...values)).toBeGreaterThanOrEqual(bins.from);
        expect((bins.above ?? 0) / values.length).toBeLessThan(0.01);
      }),
    );
  });

  it('begin where the samples do, not at zero', () => {
    const bins = binsFrom(Array.from({ length: 200 }, (_, place) => 500 + place / 10));
    expect(bins.from).toBe(500);
    expect(bins.width).toBe(2);
    expect(bins.counts).toEqual(Array.from({ length: 10 }, () => 20));
  });

  it('leave a far tail out, and say of how many', () => {
    const bins = binsFrom([...Array.from({ length: 999 }, (_, place) => 100 + place / 100), 9000]);
    expect(bins.above).toBe(1);
    expect(bins.from + bins.counts.length * bins.width).toBeLessThan(120);
  });

  it('hold samples that are all the same', () => {
    expect(binsFrom([20, 20, 20])).toEqual({ from: 20, width: 0.2, counts: [3] });
    expect(binsFrom([0]).counts).toEqual([1]);
  });

  // 0.15 / 0.05 and 0.6 / 0.1 are a little less than 3 and 6 in a computer.
  it.each([0.15, 0.3, 0.6, 1.2])('hold a sample of %d on an edge that no division hits', (value) => {
    const { counts, above } = binsFrom([0, value]);
    expect({ ends: [counts[0], counts.at(-1)], above }).toEqual({ ends: [1, 1], above: undefined });
  });

  it('of counted samples are those of their histogram', () => {
    const values = Array.from({ length: 3000 }, (_, place) => 100 + (place % 100));
    const counted = binsFrom(values, 100);
    expect(counted.counts.reduce((sum, each) => sum + each, 0)).toBe(3000);
  });
});
