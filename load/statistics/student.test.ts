import { describe, expect, it } from 'vitest';
import { normalAt, normalP, studentAt, studentP } from './student.ts';

describe('tails of distributions', () => {
  it.each([
    [0.05, 1.959963985],
    [0.01, 2.575829304],
    [0.2, 1.281551566],
    [0.0001, 3.890591886],
  ])('the normal one, %d on both sides together', (alpha, z) => {
    expect(normalAt(alpha)).toBeCloseTo(z, 8);
    expect(normalP(z)).toBeCloseTo(alpha, 9);
  });

  // The published tables of t.
  it.each([
    [0.05, 1, 12.70620474],
    [0.05, 5, 2.570581836],
    [0.01, 11, 3.105806516],
    [0.05, 31, 2.039513446],
    [0.001, 60, 3.460200469],
    [0.05, 1000, 1.962339081],
  ])('Student’s, %d on both sides with %d degrees of freedom', (alpha, degrees, t) => {
    expect(studentAt(alpha, degrees)).toBeCloseTo(t, 7);
    expect(studentP(t, degrees)).toBeCloseTo(alpha, 9);
  });

  it('is 1 at 0, the same on both sides, and goes on falling far out', () => {
    expect([normalP(0), studentP(0, 7)]).toEqual([1, 1]);
    expect(normalP(-2)).toBe(normalP(2));
    expect(normalP(8) / 1.2441921148543568e-15).toBeCloseTo(1, 6);
  });
});
