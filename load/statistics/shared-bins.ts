import { countedIn, edgesOver, roundWidth, shownEnd, withoutCensored, type Bins, type Sorted } from './bins.ts';

/** Samples in order, the censored ones among them at their high ends. */
type SharedPart = Sorted & {
  /** All at their low ends. */
  readonly lowAt?: (rank: number) => number;
  /** Only the censored ones. */
  readonly censored?: Sorted;
};

/** Those of which only a range is known are in no bin; `ranges` says in which their two ends lie, as far as in any. */
type BinnedSide = Pick<Bins, 'counts' | 'above'> & {
  readonly n: number;
  readonly ranges?: { readonly n: number; readonly low: readonly number[]; readonly high: readonly number[] };
};

type SharedBins = {
  readonly from: number;
  readonly width: number;
  readonly a: BinnedSide;
  readonly b: BinnedSide;
};

/** Enough for a shift of a few percent to be seen, and few enough for bars of hundreds of samples not to be ragged. */
const [fewestBins, mostBins] = [12, 40];

/**
 * Both sides in the same bins, of a width that people count by, so that one axis serves both. They begin at the smallest
 * sample of all, and end where the further of the two sides ends, without a long tail that would press the rest together.
 *
 * @param a the parts of one side, each with at least one sample
 * @param b the same of the other
 */
export function sharedBins(a: readonly SharedPart[], b: readonly SharedPart[]): SharedBins {
  const all = [...a, ...b];
  const min = Math.min(...all.map((part) => lowEnds(part).at(1)));
  const max = Math.max(...all.map(({ n, at }) => at(n)));
  const end = Math.max(...all.map(({ n, at }) => shownEnd({ n, at, min: at(1), max: at(n) })));
  const fewer = Math.min(sizeOf(a), sizeOf(b));
  const wanted = Math.min(mostBins, Math.max(fewestBins, Math.ceil(2 * Math.cbrt(fewer))));
  const width = roundWidth((end - min) / wanted, max);
  const edges = edgesOver(min, end, width);
  return { from: edges[0] ?? 0, width, a: sideOf(a, edges), b: sideOf(b, edges) };
}

function sideOf(parts: readonly SharedPart[], edges: readonly number[]): BinnedSide {
  const [n, all] = [sizeOf(parts), countedIn(parts, edges)];
  const censored = parts.flatMap((part) => part.censored ?? []);
  if (censored.length === 0) return { n, ...all };
  const high = countedIn(censored, edges);
  const exact = withoutCensored(all, high);
  const low = withoutCensored(countedIn(parts.map(lowEnds), edges), exact);
  return { n, ...exact, ranges: { n: sizeOf(censored), low: low.counts, high: high.counts } };
}

function lowEnds({ n, at, lowAt = at }: SharedPart): Sorted {
  return { n, at: lowAt };
}

function sizeOf(parts: readonly Sorted[]): number {
  return parts.reduce((sum, { n }) => sum + n, 0);
}
