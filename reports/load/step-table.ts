import type { StepFigures } from '../../load/figures/figures.ts';
import type { Distribution, QuantileName } from '../../load/statistics/distribution.ts';
import type { Load } from '../../load/verdict/load.ts';
import { capitalized, verdictMarks } from '../text/format.ts';
import { withInterval } from './cells.ts';
import { msText, observedText, percentText } from './format.ts';
import type { LoadTable } from './load-table.ts';
import {
  cutOffNotes,
  failedText,
  reachedSteps,
  verdictOfOutcome,
  outcomeWords,
  sentPerSText,
  stepName,
  stepOutcome,
  unjudgedNotes,
} from './steps.ts';

type Column = {
  readonly head: string;
  readonly of: (step: StepFigures) => string;
  /** The column is left out where this is false for every step. */
  readonly when?: (step: StepFigures) => boolean;
};

/**
 * The figures of a run whose rate changes, a row per step, with intervals. Steps that were cut off are listed above it.
 */
export function stepTable(load: Load): LoadTable {
  const steps = load.sweep === undefined ? reachedSteps(load) : [];
  const columns = allColumns.filter(({ when }) => when === undefined || steps.some(when));
  return {
    title: 'Steps',
    lead: `Each row is of the requests that were intended in one step, without those of its warm-up; times in milliseconds with 95 % confidence intervals.${
      steps.length === 0
        ? ''
        : [...unjudgedNotes(load), ...cutOffNotes(load)].map((note) => ` ${capitalized(note)}.`).join('')
    }`,
    head: ['step', ...columns.map(({ head }) => head)],
    rows: steps.map((step) => [stepName(load, step), ...columns.map(({ of }) => of(step))]),
    isWide: true,
  };
}

const allColumns: readonly Column[] = [
  { head: 'SLO', of: outcomeText, when: ({ slo }) => slo !== undefined },
  { head: 'sent/s', of: sentPerSText },
  {
    head: 'failed',
    of: (step) => failedText(step, ` (${percentText(step.failureShare.share)})`),
  },
  ...times(
    'TTFE',
    ['p50', 'p95'],
    ({ ttfeMs }) => ttfeMs,
    ({ ttftMs }) => ttftMs.n === 0,
  ),
  ...times('TTFT', ['p50', 'p95', 'p99'], ({ ttftMs }) => ttftMs),
  ...(['p50', 'p95'] as const).map((name) => ({
    head: `TTFB ${name}`,
    of: ({ ttfbMs }: StepFigures) => (ttfbMs === undefined ? '–' : withInterval(ttfbMs, name)),
    when: ({ ttfbMs }: StepFigures) => ttfbMs !== undefined,
  })),
  ...times('E2E', ['p50', 'p95', 'p99'], ({ e2eMs }) => e2eMs),
  ...times('gap', ['p95'], ({ gapMs }) => gapMs),
  ...(['p50', 'p95'] as const).map((name) => ({
    head: `real-time factor ${name}`,
    of: ({ speech }: StepFigures) =>
      speech === undefined ? '–' : withInterval(speech.realTimeFactor, name, observedText),
    when: ({ speech }: StepFigures) => speech !== undefined,
  })),
  {
    head: 'audio s/s',
    of: ({ speech }) => observedText(speech?.audioSecondsPerS),
    when: ({ speech }) => speech !== undefined,
  },
  {
    head: 'goodput',
    // Without completed requests there is no share.
    of: ({ goodput }) => (goodput === undefined || goodput.n === 0 ? '–' : percentText(goodput.share)),
    when: ({ goodput }) => goodput !== undefined,
  },
  { head: 'lag p99, ms', of: ({ lagMs }) => msText(lagMs.p99 ?? lagMs.max) },
  { head: 'answered', of: ({ counts }) => String(counts.ok) },
];

function times(
  title: string,
  names: readonly QuantileName[],
  of: (step: StepFigures) => Distribution,
  and: (step: StepFigures) => boolean = () => true,
): readonly Column[] {
  return names.map((name) => ({
    head: `${title} ${name}, ms`,
    of: (step) => withInterval(of(step), name),
    when: (step) => of(step).n > 0 && and(step),
  }));
}

function outcomeText(step: StepFigures): string {
  return `${verdictMarks[verdictOfOutcome[stepOutcome(step)]]} ${outcomeWords(step)}`;
}
