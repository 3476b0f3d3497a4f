import type { ComparedQuantity } from './difference.ts';
import type { ComparedSides } from './effects.ts';
import { judgeQuantities, type JudgeOptions } from './judge.ts';
import { syntheticTwo, type Synthetic } from './synthetic.testing.ts';

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
  pairOf: (place: number) => ComparedSides,
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

/**
 * How often a shift of 10 % in p95 is found as a user would look for it: a first pair of runs tells how many requests
 * would do, and a second pair sends so many.
 *
 * @param among whether the words are shared by all quantities, or p95 is judged alone
 */
export function tallyFound(pairs: number, made: Omit<Synthetic, 'seed'>, among: 'alone' | 'all'): Found {
  const alone = among === 'alone' && { asked: [{ name: 'ttft', percent: 95 } as const] };
  const p95 = (sides: ComparedSides, within: number): ComparedQuantity | undefined =>
    judgeQuantities(sides, { within, ...alone }).quantities.find(({ quantity }) => quantity === 'ttft.p95');
  const each = Array.from({ length: pairs }, (_, place) => {
    const requests = p95(syntheticTwo(made)(100_000 + place), 0.1)?.needed ?? made.requests;
    return { requests, word: p95(syntheticTwo({ ...made, requests }, 1.1)(place), 0.05)?.word };
  });
  const sizes = each.map(({ requests }) => requests).toSorted((a, b) => a - b);
  return { found: each.filter(({ word }) => word === 'slower').length, requests: sizes[Math.floor(pairs / 2)] ?? 0 };
}

/** `requests`: the median of what was called enough for each run. */
type Found = { readonly found: number; readonly requests: number };

function isShown({ word }: Pick<ComparedQuantity, 'word'>): boolean {
  return word === 'faster' || word === 'slower';
}

/** The most hits in `n` trials that a true share of `share` explains: the test's own error, in standard deviations. */
export function mostExpectedHits(share: number, n: number, deviations = 1.96): number {
  return Math.floor(n * share + deviations * Math.sqrt(n * share * (1 - share)) + 0.5);
}
