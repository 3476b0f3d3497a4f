import { countedIn, edgesOver, roundWidth, shownEnd, type Bins, type Sorted } from './bins.ts';

/** Samples of one side in bins; `above` counts those beyond the last one. */
type BinnedSide = Pick<Bins, 'counts' | 'above'> & { readonly n: number };

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
export function sharedBins(a: readonly Sorted[], b: readonly Sorted[]): SharedBins {
  const all = [...a, ...b];
  const [min, max] = [Math.min(...all.map(({ at }) => at(1))), Math.max(...all.map(({ n, at }) => at(n)))];
  const end = Math.max(...all.map(({ n, at }) => shownEnd({ n, at, min: at(1), max: at(n) })));
  const fewer = Math.min(sizeOf(a), sizeOf(b));
  const wanted = Math.min(mostBins, Math.max(fewestBins, Math.ceil(2 * Math.cbrt(fewer))));
  const width = roundWidth((end - min) / wanted, max);
  const edges = edgesOver(min, end, width);
  const side = (parts: readonly Sorted[]): BinnedSide => ({ n: sizeOf(parts), ...countedIn(parts, edges) });
  return { from: edges[0] ?? 0, width, a: side(a), b: side(b) };
}

function sizeOf(parts: readonly Sorted[]): number {
  return parts.reduce((sum, { n }) => sum + n, 0);
}
