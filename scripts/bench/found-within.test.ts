import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaUpTo, countWithin } from './found-within.ts';

const after = (requests: number) => ({ requests, credits: 0, ms: 0 });

describe('how soon mistakes are found', () => {
  it('counts those that are found within a cap', () => {
    expect(countWithin([after(1), after(5), after(9)], 'requests', 5)).toBe(2);
  });
  it('has the area that a sum over every cap gives, where each is as likely', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 12 }), fc.nat(4), (places, missed) => {
        const most = 50;
        const found = places.map(after);
        const of = places.length + missed + 1;
        const caps = Array.from({ length: most }, (_, cap) => countWithin(found, 'requests', cap) / of);
        const mean = caps.reduce((sum, share) => sum + share, 0) / most;
        expect(areaUpTo(found, 'requests', most, of)).toBeCloseTo(mean, 9);
      }),
    );
  });
});
