import type { Distribution } from '../../conformance/contract/formats/load/distribution.ts';
import { rankOf } from './ranks.ts';
import type { OrderedSamples } from './samples.ts';

/** Counts of samples in equal bins, as a chart shows them. */
export type Bins = NonNullable<Distribution['bins']>;

/** What counting in bins needs of samples. */
export type Sorted = Pick<OrderedSamples, 'n' | 'at'>;

/** How many there are in each bin, and beyond the last one. */
type Counted = Pick<Bins, 'counts' | 'above'>;

/** More bars than these are too thin to be told apart in half a page's width. */
const mostBins = 40;
const fewestBins = 6;

/**
 * Samples in bins of a width that people count by (1, 2 or 5 times a power of ten), about 2·∛n of them (Rice's rule). They
 * begin at the smallest sample, and end at the largest, or where a tail of less than 1 % would press the others together.
 *
 * @param ordered at least one sample
 * @param censored those of them of which only a range is known: nobody knows their bins
 */
export function binsOf(ordered: OrderedSamples, censored?: Sorted): Bins {
  const { n, min, max } = ordered;
  const end = shownEnd(ordered);
  const wanted = Math.min(mostBins, Math.max(fewestBins, Math.ceil(2 * Math.cbrt(n))));
  const width = roundWidth((end - min) / wanted, max);
  const edges = edgesOver(min, end, width);
  const all = countedIn([ordered], edges);
  const from = edges[0] ?? 0;
  if (censored === undefined || censored.n === 0) return { from, width, ...all };
  return { from, width, ...withoutCensored(all, countedIn([censored], edges)), ranges: censored.n };
}

/**
 * How many of the samples in bins are known exactly. Of very many samples those of a whole bucket count as one value, and a
 * bin may seem to hold one more of the censored.
 */
export function withoutCensored(all: Counted, censored: Counted): Counted {
  const counts = all.counts.map((count, place) => Math.max(0, count - (censored.counts[place] ?? 0)));
  const above = (all.above ?? 0) - (censored.above ?? 0);
  return { counts, ...(above > 0 && { above }) };
}

/** Where each bin begins from that of `min` to that of `end`, and where the last one ends. */
export function edgesOver(min: number, end: number, width: number): readonly number[] {
  const [first, last] = [placeOf(min, width), placeOf(end, width)];
  return Array.from({ length: last - first + 2 }, (_, place) => edgeAt(first + place, width));
}

/** The samples of all parts by the bins between these edges, none of them below the first; `above`: beyond the last. */
export function countedIn(parts: readonly Sorted[], edges: readonly number[]): Counted {
  const below = edges.map((edge) => parts.reduce((sum, part) => sum + countBelow(part, edge), 0));
  const above = parts.reduce((sum, { n }) => sum + n, 0) - (below.at(-1) ?? 0);
  const counts = below.slice(1).map((upTo, place) => upTo - (below[place] ?? 0));
  return { counts, ...(above > 0 && { above }) };
}

/** Where a bin begins: in decimals, as people read it, and not where multiplying leaves it. */
function edgeAt(place: number, width: number): number {
  return Number((place * width).toPrecision(12));
}

/** The bin that a value lies in; 0.15 begins a bin of 0.05, though 0.15 / 0.05 is less than 3 in a computer. */
function placeOf(value: number, width: number): number {
  const near = Math.floor(value / width);
  if (edgeAt(near + 1, width) <= value) return near + 1;
  return edgeAt(near, width) > value ? near - 1 : near;
}

/** The largest sample, or half as far again beyond p99 as p99 is from the smallest. */
export function shownEnd({ n, min, max, at }: Pick<OrderedSamples, 'n' | 'min' | 'max' | 'at'>): number {
  const p99 = at(rankOf(n, 0.99));
  return Math.min(max, p99 + (p99 - min) / 2);
}

/** The next of 1, 2 and 5 times a power of ten; of samples that are all the same, a hundredth of them. */
export function roundWidth(least: number, max: number): number {
  const wanted = least > 0 ? least : Math.max(max / 100, 1e-3);
  const power = 10 ** Math.floor(Math.log10(wanted) + 1e-9);
  const steps = [1, 2, 5, 10].find((each) => each * power >= wanted * (1 - 1e-9)) ?? 10;
  return Number((steps * power).toPrecision(6));
}

/** How many samples are below it: ranks are in order, so that halving finds it. */
function countBelow({ n, at }: Sorted, value: number): number {
  let [low, high] = [0, n];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (at(middle) < value) low = middle;
    else high = middle - 1;
  }
  return low;
}
