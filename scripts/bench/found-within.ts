import type { FoundAfter } from './found-after.ts';

/** The number of mistakes found within a cap. */
export function countWithin(found: readonly FoundAfter[], axis: keyof FoundAfter, cap: number): number {
  return found.filter((each) => each[axis] <= cap).length;
}

/** The share of the `of` mistakes that is found, on average over all caps from 0 to `most`. */
export function areaUpTo(found: readonly FoundAfter[], axis: keyof FoundAfter, most: number, of: number): number {
  const left = found.map((each) => Math.max(0, most - each[axis]));
  return left.reduce((sum, each) => sum + each, 0) / (most * of);
}
