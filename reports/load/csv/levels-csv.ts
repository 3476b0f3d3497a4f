import type { Distribution } from '../../../load/statistics/distribution.ts';
import type { StepFigures } from '../../../load/figures/figures.ts';
import { escapeControls } from '../../text/visible.ts';

type Cell = string | number | undefined;

const quantiles = ['p50', 'p95', 'p99'] as const;

/** A percentile with the ends of its interval. */
function timesOf(name: string, of: (level: StepFigures) => Distribution): readonly Column[] {
  return quantiles.flatMap((quantile): readonly Column[] => [
    [`${name}Ms_${quantile}`, (level) => of(level)[quantile]],
    [`${name}Ms_${quantile}_low`, (level) => of(level).intervals?.[quantile]?.[0]],
    [`${name}Ms_${quantile}_high`, (level) => of(level).intervals?.[quantile]?.[1]],
  ]);
}

type Column = readonly [name: string, of: (level: StepFigures) => Cell];

/** Columns in their order, named as load.json names the figures. */
const columns: readonly Column[] = [
  ['users', ({ step }) => step.users],
  ['fromMs', ({ step }) => step.fromMs],
  ['toMs', ({ step }) => step.toMs],
  ['answersPerS', ({ throughput }) => throughput?.answersPerS],
  ['answersPerS_low', ({ throughput }) => throughput?.interval?.[0]],
  ['answersPerS_high', ({ throughput }) => throughput?.interval?.[1]],
  ['eventsPerS', ({ throughput }) => throughput?.eventsPerS],
  ['ok', ({ counts }) => counts.ok],
  ['failed', ({ counts }) => counts.failed],
  ...timesOf('ttfe', ({ ttfeMs }) => ttfeMs),
  ...timesOf('ttft', ({ ttftMs }) => ttftMs),
  ...timesOf('gap', ({ gapMs }) => gapMs),
  ...timesOf('e2e', ({ e2eMs }) => e2eMs),
  ...timesOf('lag', ({ lagMs }) => lagMs),
  ['inconclusive', ({ inconclusive }) => inconclusive],
];

/** The levels of a closed loop, a row each, under the names of the columns; what is absent is empty. */
export function levelRows(levels: readonly StepFigures[]): readonly (readonly (string | number)[])[] {
  const rows = levels.map((level) =>
    columns.map(([, of]) => {
      const cell = of(level);
      return typeof cell === 'string' ? escapeControls(cell) : (cell ?? '');
    }),
  );
  return [columns.map(([name]) => name), ...rows];
}
