import { describe, expect, it } from 'vitest';
import { chartWidth } from './draw.ts';
import { widthOf } from './label-rows.ts';
import { ratioAxis, tickText } from './ratio-axis.ts';

const decided = (...ends: readonly number[]) => ({ ends, isDecided: true });
const undecided = (...ends: readonly number[]) => ({ ends, isDecided: false });

describe('an axis of ratios', () => {
  it('has what is twice as long as far from the middle as what is half as long', () => {
    const { at } = ratioAxis([decided(-0.6, 1.5)], 0.05);
    expect(at(1)).toBeCloseTo(-at(-0.5), 10);
    expect(at(0)).toBe(0);
  });

  it('leaves room for what is decided, however far what is undecided goes', () => {
    const { at, isBeyond, domain } = ratioAxis([decided(0.405, 0.421), undecided(-0.814, 13.3)], 0.05);
    const [from, to] = domain;
    // The difference of 41 % is a quarter of the axis from the middle, and not a dot on it.
    expect(at(0.41) / (to - from)).toBeGreaterThan(0.2);
    expect([-0.814, 13.3, Infinity, -1, 0.421, -0.05].map(isBeyond)).toEqual([true, true, true, true, false, false]);
    expect([at(-1), at(Infinity)]).toEqual([at(-0.814), at(13.3)]);
    expect([at(-1) > from, at(13.3) < to]).toEqual([true, true]);
  });

  it('has all of what is decided on it', () => {
    const { isBeyond } = ratioAxis([decided(3, 4), decided(0.01, 0.02), undecided(-0.1, 0.1)], 0.05);
    expect([3, 4, 0.01, 0.02].map(isBeyond)).toEqual([false, false, false, false]);
  });

  it('has the band on it where all differences are smaller', () => {
    const { at, domain } = ratioAxis([decided(-0.001, 0.002)], 0.05);
    expect([at(-0.05) > domain[0], at(0.05) < domain[1]]).toEqual([true, true]);
  });

  it.each([
    [-0.03, 0.02],
    [-0.6, 1.2],
    [-0.8, 13],
    [-0.99, 900],
    [0, 1200],
  ])('from %d to %d has at least three ticks, whose texts have room beside each other', (...ends) => {
    const { at, domain, ticks } = ratioAxis([decided(...ends)], 0.05);
    const pixels = (share: number): number => ((at(share) - domain[0]) / (domain[1] - domain[0])) * chartWidth;
    const spans = ticks.map((share) => [pixels(share), widthOf(tickText(share)) / 2] as const);
    expect(ticks.length).toBeGreaterThanOrEqual(3);
    spans.forEach(([place, half], each) => {
      const [next, nextHalf] = spans[each + 1] ?? [Infinity, 0];
      expect(next - place).toBeGreaterThan(half + nextHalf);
    });
  });
});
