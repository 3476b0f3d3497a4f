import { countedIn, edgesOver, roundWidth, shownEnd, withoutCensored, type Bins, type Sorted } from './bins.ts';

/** Ordered samples, with the censored ones at their high ends. */
type SharedPart = Sorted & {
  /** All samples at their low ends. */
  readonly lowAt?: (rank: number) => number;
  /** The censored samples only. */
  readonly censored?: Sorted;
};

/**
 * The bin counts of a side. Censored samples are in no bin: `ranges` says in which bins their low and high ends lie, as
 * far as these lie in any bin.
 */
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

/** Enough bins to show a shift of a few percent, and few enough for smooth bars with hundreds of samples. */
const [fewestBins, mostBins] = [12, 40];

/**
 * Both sides in the same bins, so that they share an axis; the width is a number that people count by. The bins begin
 * at the smallest sample of both sides and end at the further shown end, without a long tail that would compress the
 * rest.
 *
 * @param a the parts of the first side, each with at least one sample
 * @param b the parts of the second side
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
