import type { Figures } from '../../load/figures/figures.ts';
import type { PartFigures } from '../../load/figures/so-far.ts';
import type { Distribution } from '../../load/statistics/distribution.ts';
import type { Load } from '../../load/verdict/load.ts';
import { observedText, quantileText } from '../load/format.ts';
import { pluralize } from '../text/format.ts';

export type Quantile = 'p50' | 'p95' | 'p99';

/** A quantity that users watch during a run. */
export type Quantity = {
  readonly name: string;
  /** The name on a single line. */
  readonly short: string;
  /** Absent: a ratio. */
  readonly unit?: 'ms';
  readonly times: Distribution;
};

/** The quantities of these figures, the most important first: for speech, the real-time factor. */
export function quantitiesOf({ ttftMs, ttfeMs, gapMs, e2eMs, speech }: Figures): readonly Quantity[] {
  const first: Quantity =
    ttftMs.n > 0
      ? { name: 'TTFT', short: 'TTFT', unit: 'ms', times: ttftMs }
      : { name: 'TTFE', short: 'TTFE', unit: 'ms', times: ttfeMs };
  const all: readonly Quantity[] = [
    first,
    { name: 'Inter-event gap', short: 'gap', unit: 'ms', times: gapMs },
    ...(speech ? [{ name: 'Real-time factor', short: 'real-time factor', times: speech.realTimeFactor }] : []),
    { name: 'E2E latency', short: 'E2E latency', unit: 'ms', times: e2eMs },
  ];
  return all.filter(({ times }) => times.n > 0);
}

/** The value as a table of the report shows it. */
export function valueText({ times, unit }: Quantity, name: Quantile): string {
  const value = times[name];
  return unit === 'ms' || value === undefined ? quantileText(times, name) : observedText(value);
}

/** The parts of a finished run, in the form used during the run. */
export function partsOf(load: Load): readonly PartFigures[] {
  if (load.steps) return load.steps.map(({ step, ...figures }) => ({ step, figures }));
  if (load.operations) return Object.entries(load.operations).map(([operation, figures]) => ({ operation, figures }));
  return [{ figures: load }];
}

/** The name of a part: the load of a step, or an operation; empty where the run has only one part. */
export function partName({ step, operation = '' }: PartFigures): string {
  if (step === undefined) return operation;
  return step.users === undefined ? `${step.ratePerS ?? 0}/s` : pluralize(step.users, 'user');
}
