import type { Load } from '../../load/verdict/load.ts';
import { figureView } from '../charts/figure.ts';
import { stackChart } from '../charts/stack-chart.ts';
import { barPartsOf, restText, wholeNames } from '../load/breakdown.ts';
import { msText } from '../load/format.ts';
import type { Html } from '../text/html.ts';

/** What the time to first token, or to the end, is made of, a bar a percentile; `undefined` where no percentile is told. */
export function breakdownChart({ breakdown }: Load): Html | undefined {
  if (breakdown === undefined || breakdown.near.length === 0) return undefined;
  const parts = barPartsOf(breakdown);
  const names = parts.map(({ name }) => name);
  const stacks = breakdown.near.map((near) => ({
    name: `p${near.percent}`,
    parts: parts.map(({ msOf }) => msOf(near)),
  }));
  const told = stacks.map(
    ({ name, parts }) => `${name}: ${parts.map((ms, at) => `${names[at]} ${msText(ms)}`).join(', ')}`,
  );
  const unit = `milliseconds of ${wholeNames[breakdown.of]} near a percentile`;
  const label = `Where the time goes, ${unit}. ${told.join('. ')}. The tables below have the numbers.`;
  return figureView({
    title: 'Where the time goes',
    unit,
    names,
    notes: [`The rest is ${restText(breakdown)}.`],
    drawing: stackChart({ stacks, names, label }),
  });
}
