import type { Distribution } from '../../conformance/contract/formats/load/distribution.ts';
import { rankOf } from './ranks.ts';
import type { OrderedSamples } from './samples.ts';

/** Counts of samples in equal bins, as a chart shows them. */
export type Bins = NonNullable<Distribution['bins']>;

/** The part of ordered samples that counting in bins needs. */
export type Sorted = Pick<OrderedSamples, 'n' | 'at'>;

/** Number of samples in each bin, and above the last bin. */
type Counted = Pick<Bins, 'counts' | 'above'>;

/** Largest number of bins: more bars are too thin to be told apart in half a page's width. */
const mostBins = 40;
const fewestBins = 6;

/**
 * Counts samples in bins whose width people can count by (1, 2 or 5 times a power of ten), about 2·∛n bins (Rice's
 * rule). The bins begin at the smallest sample. They end at the largest sample, or earlier where a tail of less than 1
 * % would compress the other bins.
 *
 * @param ordered at least one sample
 * @param censored the samples among `ordered` of which only a range is known: their bins are unknown
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
 * Counts per bin of the samples that are known exactly. With very many samples, all samples of a histogram bucket count
 * as one value, and a bin may seem to hold one censored sample more than samples: the count is then 0.
 */
export function withoutCensored(all: Counted, censored: Counted): Counted {
  const counts = all.counts.map((count, place) => Math.max(0, count - (censored.counts[place] ?? 0)));
  const above = (all.above ?? 0) - (censored.above ?? 0);
  return { counts, ...(above > 0 && { above }) };
}

/** The start of each bin from the bin of `min` to the bin of `end`, and the end of the last bin. */
export function edgesOver(min: number, end: number, width: number): readonly number[] {
  const [first, last] = [placeOf(min, width), placeOf(end, width)];
  return Array.from({ length: last - first + 2 }, (_, place) => edgeAt(first + place, width));
}

/**
 * Counts the samples of all parts in the bins between these edges. No sample may lie below the first edge; `above`
 * counts the samples beyond the last edge.
 */
export function countedIn(parts: readonly Sorted[], edges: readonly number[]): Counted {
  const below = edges.map((edge) => parts.reduce((sum, part) => sum + countBelow(part, edge), 0));
  const above = parts.reduce((sum, { n }) => sum + n, 0) - (below.at(-1) ?? 0);
  const counts = below.slice(1).map((upTo, place) => upTo - (below[place] ?? 0));
  return { counts, ...(above > 0 && { above }) };
}

/** Start of a bin, rounded to the decimal number that people read: a plain product has floating-point error. */
function edgeAt(place: number, width: number): number {
  return Number((place * width).toPrecision(12));
}

/**
 * The bin that holds a value. 0.15 begins a bin of width 0.05, although 0.15 / 0.05 is less than 3 in floating point.
 */
function placeOf(value: number, width: number): number {
  const near = Math.floor(value / width);
  if (edgeAt(near + 1, width) <= value) return near + 1;
  return edgeAt(near, width) > value ? near - 1 : near;
}

/**
 * End of the shown range: p99 plus half the distance from the smallest sample to p99, but at most the largest sample.
 */
export function shownEnd({ n, min, max, at }: Pick<OrderedSamples, 'n' | 'min' | 'max' | 'at'>): number {
  const p99 = at(rankOf(n, 0.99));
  return Math.min(max, p99 + (p99 - min) / 2);
}

/** The next width of 1, 2 or 5 times a power of ten. Where all samples are equal: from a hundredth of `max` on. */
export function roundWidth(least: number, max: number): number {
  const wanted = least > 0 ? least : Math.max(max / 100, 1e-3);
  const power = 10 ** Math.floor(Math.log10(wanted) + 1e-9);
  const steps = [1, 2, 5, 10].find((each) => each * power >= wanted * (1 - 1e-9)) ?? 10;
  return Number((steps * power).toPrecision(6));
}

/** Number of samples below `value`, by binary search over the ranks. */
function countBelow({ n, at }: Sorted, value: number): number {
  let [low, high] = [0, n];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (at(middle) < value) low = middle;
    else high = middle - 1;
  }
  return low;
}
