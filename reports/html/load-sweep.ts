import type { Distribution } from '../../load/statistics/distribution.ts';
import type { StepFigures } from '../../load/figures/figures.ts';
import type { Load } from '../../load/verdict/load.ts';
import { figureView } from '../charts/figure.ts';
import { throughputChart, type ThroughputPoint } from '../charts/throughput-chart.ts';
import { closedLoopNote, levelTable } from '../load/sweep-table.ts';
import { isJudged, sweepText } from '../load/sweep-words.ts';
import { msText } from '../load/format.ts';
import { type Html, html } from '../text/html.ts';
import { tableView } from './load-table.ts';

type Latency = { readonly title: string; readonly of: (level: StepFigures) => Distribution };

const toText: Latency = { title: 'Time to first token', of: ({ ttftMs }) => ttftMs };
const toEvent: Latency = { title: 'Time to first event', of: ({ ttfeMs }) => ttfeMs };
const toEnd: Latency = { title: 'E2E latencies', of: ({ e2eMs }) => e2eMs };

/** Throughput against latency, level by level; undefined where the load was no closed loop. */
export function sweepView(load: Load): Html | undefined {
  const { sweep, steps = [] } = load;
  if (sweep === undefined) return undefined;
  const shown = (latency: Latency): boolean => steps.some((level) => latency.of(level).p50 !== undefined);
  const first = [toText, toEvent].find(shown);
  const latencies = [...(first ? [first] : []), toEnd].filter(shown);
  return html`<section>
      <h2>Throughput against latency</h2>
      <p class="lead">
        Each point is a level of the closed loop: its number of users, the answers per second that they got, and the
        median time. Lines through a point are 95 % confidence intervals, a ring marks the knee, and a hollow point is a
        level that could not be judged.
      </p>
      <div class="charts">${latencies.map((latency) => chartOf(load, latency))}</div>
      <p class="lead">${closedLoopNote(load)}</p>
    </section>
    ${tableView(levelTable(load))}`;
}

function chartOf({ sweep = {}, steps = [] }: Load, { title, of }: Latency): Html {
  const points = steps.flatMap((level): readonly ThroughputPoint[] => {
    const { step, throughput } = level;
    const { p50: ms, intervals } = of(level);
    if (ms === undefined || throughput === undefined) return [];
    const name = String(step.users ?? 0);
    const [perS, isKnee] = [
      throughput.answersPerS,
      step.users === sweep.knee?.users && sweep.knee?.above !== undefined,
    ];
    return [
      {
        name,
        perS,
        ms,
        ...(throughput.interval && { perSInterval: throughput.interval }),
        ...(intervals?.p50 && { msInterval: intervals.p50 }),
        isJudged: isJudged(level),
        isKnee,
      },
    ];
  });
  const told = points.map(
    ({ name, perS, ms }) => `${name} users: ${msText(perS)} answers per second, ${msText(ms)} ms`,
  );
  const label = `${title}, p50, over answers per second. ${told.join('; ')}. ${sweepText(sweep)}. The table below has the numbers.`;
  return figureView({
    title,
    unit: 'p50, milliseconds, over answers per second',
    names: [],
    drawing: throughputChart(points, label),
  });
}
