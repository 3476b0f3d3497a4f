import type { ComparedQuantity } from './comparison.ts';
import type { Sides } from './effects.ts';
import { judgeQuantities, type JudgeOptions } from './judge.ts';

/** How often something was said of so many pairs of runs. */
export type Tally = {
  readonly pairs: number;
  /** Of each quantity: faster or slower; the same where it alone were judged; and neither for want of samples. */
  readonly words: { readonly [quantity: string]: { shown: number; alone: number; unbounded: number } };
  /** Pages that say faster or slower of any quantity. */
  readonly pages: number;
};

export function tallyPairs(
  pairs: number,
  pairOf: (place: number) => Sides,
  options: JudgeOptions = { within: 0.05 },
): Tally {
  const words: Record<string, { shown: number; alone: number; unbounded: number }> = {};
  let pages = 0;
  for (let place = 0; place < pairs; place += 1) {
    const { quantities } = judgeQuantities(pairOf(place), options);
    for (const each of quantities) {
      const word = (words[each.quantity] ??= { shown: 0, alone: 0, unbounded: 0 });
      if (isShown(each)) word.shown += 1;
      if (each.p !== undefined && each.p <= 0.05) word.alone += 1;
      if (each.p === undefined) word.unbounded += 1;
    }
    if (quantities.some(isShown)) pages += 1;
  }
  return { pairs, words, pages };
}

export function isShown({ word }: Pick<ComparedQuantity, 'word'>): boolean {
  return word === 'faster' || word === 'slower';
}

/** The most hits in `n` trials that a true share of `share` explains: the test's own error, in standard deviations. */
export function mostBy(share: number, n: number, deviations = 1.96): number {
  return Math.floor(n * share + deviations * Math.sqrt(n * share * (1 - share)) + 0.5);
}
