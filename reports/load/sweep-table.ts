import type { StepFigures, Sweep } from '../../load/figures/figures.ts';
import type { Load } from '../../load/verdict/load.ts';
import { verdictMarks } from '../text/format.ts';
import { verdictOfBound } from './tables.ts';
import { observedText } from './format.ts';
import type { LoadTable } from './load-table.ts';
import { bounded, withInterval } from './cells.ts';
import { isUndecided } from './steps.ts';
import { percentText } from './format.ts';

/** Why these are not the times that users feel, and what shows those. */
export function closedLoopNote({ sweep, settings }: Load): string {
  const names = (settings.mix ?? 'stream').split(',').map((weight) => weight.split('=')[0]);
  const scenario = names.length === 1 ? names[0] : 'mixed';
  const rate = Number((sweep?.knee?.answersPerS ?? 1).toPrecision(2));
  return `A closed loop sends less while the service is slow, since each user waits for an answer. Users who arrive independently queue up behind a slow answer and wait longer than these times (coordinated omission). An open load measures that, such as assay load ${scenario} --rate ${rate}.`;
}

const kneeRule =
  'The knee is the level with the highest power: answers per second divided by the mean time of an answer (Kleinrock 1979).';

const quantiles = ['p50', 'p95', 'p99'] as const;

export function levelTable(load: Load): LoadTable {
  const { steps = [], sweep, settings } = load;
  const [hasEvents, hasSlo] = [steps.some(({ ttfeMs }) => ttfeMs.n > 0), steps.some(({ slo }) => slo !== undefined)];
  const first = settings.content === undefined ? 'TTFE' : 'TTFT';
  return {
    title: 'Levels',
    lead: `Each row is one level, with 95 % confidence intervals. ${kneeRule} A level that is not judged shows nothing about the service.${flawText(steps)}`,
    head: [
      'users',
      'judged',
      'answers/s',
      'failed',
      ...(hasSlo ? ['SLO', 'goodput'] : []),
      ...(hasEvents ? quantiles.map((name) => `${first} ${name}, ms`) : []),
      ...quantiles.map((name) => `E2E ${name}, ms`),
      ...(hasEvents ? ['gap p95, ms', 'events/s'] : []),
      'answered',
    ],
    isWide: true,
    rows: sweep === undefined ? [] : steps.map((level) => levelRow(level, sweep, { hasEvents, hasSlo, first })),
  };
}

/** Why levels are not judged; those of one reason together. */
function flawText(steps: readonly StepFigures[]): string {
  const flawed = Map.groupBy(
    steps.filter(({ inconclusive }) => inconclusive !== undefined),
    ({ inconclusive = '' }) => inconclusive,
  );
  return [...flawed]
    .map(([because, levels]) => ` ${levels.map(({ step }) => step.users ?? 0).join(', ')} users: ${because}.`)
    .join('');
}

type SweepColumns = { readonly hasEvents: boolean; readonly hasSlo: boolean; readonly first: 'TTFE' | 'TTFT' };

function levelRow(level: StepFigures, { knee }: Sweep, { hasEvents, hasSlo, first }: SweepColumns): readonly string[] {
  const { step, counts, failureShare, throughput, slo, goodput, inconclusive } = level;
  const { gapMs, e2eMs } = level;
  const firstMs = first === 'TTFE' ? level.ttfeMs : level.ttftMs;
  const isKnee = knee?.users === step.users && knee?.above !== undefined;
  return [
    `${step.users ?? 0}${isKnee ? ' (knee)' : ''}`,
    inconclusive === undefined ? 'yes' : `${verdictMarks.inconclusive} no`,
    bounded(observedText(throughput?.answersPerS), throughput?.interval?.map(observedText)),
    counts.failed === 0 ? '0' : `${counts.failed} (${percentText(failureShare.share)})`,
    ...(hasSlo
      ? [
          slo === undefined
            ? '–'
            : `${verdictMarks[verdictOfBound[slo.is]]} ${slo.is}${isUndecided(level) ? ', undecided' : ''}`,
          goodput === undefined || goodput.n === 0 ? '–' : percentText(goodput.share),
        ]
      : []),
    ...(hasEvents ? quantiles.map((name) => withInterval(firstMs, name)) : []),
    ...quantiles.map((name) => withInterval(e2eMs, name)),
    ...(hasEvents ? [withInterval(gapMs, 'p95'), observedText(throughput?.eventsPerS)] : []),
    String(counts.ok),
  ];
}
