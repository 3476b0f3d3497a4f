import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBodyBudget, endingBeyond, keptOfPart } from './body-budget.ts';
import { wireBounds } from '../../reading/wire-bounds.ts';

const megabyte = 2 ** 20;

describe('what is kept of the bodies of a run', () => {
  it('is all that one answer may have, as long as there is room for many of them', () => {
    const budget = createBodyBudget(1024 * megabyte);
    expect(budget.maxBytes()).toBe(wireBounds.bodyBytes);
    expect(endingBeyond(budget.maxBytes())).toBe('tooLong');
  });
  it('is a sixth of what is left, and enough for a chat where nothing is', () => {
    const budget = createBodyBudget(96 * megabyte);
    expect(budget.maxBytes()).toBe(16 * megabyte);
    budget.keep(48 * megabyte);
    expect(budget.maxBytes()).toBe(8 * megabyte);
    expect(endingBeyond(budget.maxBytes())).toBe('unkept');
    budget.keep(100 * megabyte);
    expect(budget.maxBytes()).toBe(16 * 1024);
  });
  it('is less of sound, so that lists and replies are kept behind any, and of what is only counted as is short', () => {
    const budget = createBodyBudget(96 * megabyte);
    const longest = () => [budget.maxBytes('all'), budget.maxBytes('sound'), budget.maxBytes('counted')];
    expect(longest()).toEqual([16 * megabyte, Math.floor((88 / 6) * megabyte), megabyte / 2]);
    budget.keep(32 * megabyte);
    expect(longest()).toEqual([Math.floor((64 / 6) * megabyte), Math.floor((56 / 6) * megabyte), 16 * 1024]);
    budget.keep(56 * megabyte);
    expect(longest()).toEqual([Math.floor((8 / 6) * megabyte), 16 * 1024, 16 * 1024]);
  });
  it('is no more than the beginning of sound that is not kept to its end, which nobody could hear', () => {
    expect((['counted', 'sound', 'all', undefined] as const).map(keptOfPart)).toEqual([
      16 * 1024,
      16 * 1024,
      Infinity,
      Infinity,
    ]);
  });
  it('leaves to one what others take that come with it, though each began as the first', () => {
    const { underWay } = createBodyBudget(128 * megabyte);
    const bodies = Array.from({ length: 64 }, () => 0);
    for (let round = 0; round < 64; round += 1)
      for (const [at, own] of bodies.entries()) {
        const taken = Math.max(0, Math.min(megabyte / 4, underWay.maxBytes(own) - own));
        underWay.add(taken);
        bodies[at] = own + taken;
      }
    const all = bodies.reduce((sum, each) => sum + each, 0);
    expect(all).toBeGreaterThan(100 * megabyte);
    expect(all).toBeLessThanOrEqual(128 * megabyte);
    // Bodies that are not long are still kept whole.
    expect(Math.min(...bodies)).toBeGreaterThan(1.5 * megabyte);
  });
  it('is little more than its whole, however long the answers are, and however many', () => {
    const lengths = fc.array(fc.nat({ max: 40 * megabyte }), { minLength: 1, maxLength: 3_000 });
    fc.assert(
      fc.property(lengths, (all) => {
        const budget = createBodyBudget(128 * megabyte);
        let kept = 0;
        for (const length of all) {
          const part = Math.min(length, budget.maxBytes());
          kept += part;
          budget.keep(part);
        }
        expect(kept).toBeLessThanOrEqual(128 * megabyte + all.length * 16 * 1024);
      }),
      { numRuns: 50 },
    );
  });
});
