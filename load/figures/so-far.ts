import type { Figures, FigureCounts, RequestsShown } from './figures.ts';
import type { MeasuredSpan, Tally, Cell } from './tally.ts';
import type { LoadStep } from '../plan/steps.ts';
import { distributionWithoutIntervals, type Distribution } from '../statistics/distribution.ts';
import { addCounts, bucketCount } from '../statistics/histogram.ts';
import { selectedFrom } from '../statistics/samples.ts';

/** The results of a run so far: the same figures as in the report. */
export type SoFar = CountsSoFar & TimesSoFar;

/** Cheap enough to be computed at any time. */
export type CountsSoFar = {
  readonly counts: FigureCounts;
  readonly failures: { readonly [outcome: string]: number };
  /** Each outcome except `ok`, of the warm-up too, with the start of its first explanation. */
  readonly outcomes: RequestsShown['outcomes'];
  readonly credits: number;
  readonly creditsForAnswers: number;
  readonly clientErrors: number;
};

/** Without intervals and curves: these take longer the longer the run is. */
export type TimesSoFar = {
  /** Of all measured requests together. */
  readonly lagMs: Distribution;
  /**
   * The figures of each step that has begun, or else of each operation: figures mixed from different loads describe no
   * load that existed.
   */
  readonly parts: readonly PartFigures[];
};

export type PartFigures = {
  readonly step?: LoadStep;
  /** Absent where the run has a single operation. */
  readonly operation?: string;
  readonly figures: Figures;
};

type Remembered = { readonly recorded: number; readonly figures: Figures };

/**
 * Computes the figures of a part anew only where requests were added to it.
 *
 * @param spanOf the time that the schedule has given to a step so far; without a step, to the whole run
 */
export function partsSoFar(
  steps: readonly LoadStep[],
  merged: (cells: readonly Cell[]) => Tally,
): (cells: readonly Cell[], spanOf: (step: LoadStep | undefined) => MeasuredSpan) => readonly PartFigures[] {
  const remembered = new Map<string, Remembered>();
  const figuresOf = (name: string, cells: readonly Cell[], span: MeasuredSpan): Figures => {
    const recorded = cells.reduce((sum, { tally }) => sum + tally.counted().counts.recorded, 0);
    const before = remembered.get(name);
    if (before?.recorded === recorded) return before.figures;
    const figures = merged(cells).figures(span, { quick: true });
    remembered.set(name, { recorded, figures });
    return figures;
  };
  return (cells, spanOf) => {
    if (steps.length > 0) {
      return steps.flatMap((step, place) => {
        const own = cells.filter((cell) => cell.step === place);
        return own.length === 0 ? [] : [{ step, figures: figuresOf(String(place), own, spanOf(step)) }];
      });
    }
    const byOperation = Map.groupBy(cells, ({ operation }) => operation);
    return [...byOperation.keys()].toSorted().map((operation) => ({
      ...(byOperation.size > 1 && { operation }),
      figures: figuresOf(operation, byOperation.get(operation) ?? [], spanOf(undefined)),
    }));
  };
}

/** The lag of all cells together, without copying their samples into one collection. */
export function combinedLag(cells: readonly Cell[]): Distribution {
  const lags = cells.map(({ tally }) => tally.parts().timing.state().samples.lag);
  const parts = lags[0]?.samples.parts ?? 1;
  const counts = new Uint32Array(bucketCount);
  for (const lag of lags) addCounts(counts, lag.state().atHigh.total);
  const states = lags.map(({ samples }) => samples.state());
  return distributionWithoutIntervals(selectedFrom(states, parts, counts), parts, {});
}
