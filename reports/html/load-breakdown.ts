import type { Load } from '../../load/verdict/load.ts';
import { figureView } from '../charts/figure.ts';
import { stackChart } from '../charts/stack-chart.ts';
import { barPartsOf, restText, wholeNames } from '../load/breakdown.ts';
import { msText } from '../load/format.ts';
import type { Html } from '../text/html.ts';

/** About a pixel of the longest bar; the legend has no colour that the picture does not show. */
const seen = 0.004;

/** What the time to first token, or to the end, is made of, a bar a percentile; `undefined` where no percentile is told. */
export function breakdownChart({ breakdown }: Load): Html | undefined {
  if (breakdown === undefined || breakdown.near.length === 0) return undefined;
  const longest = Math.max(...breakdown.near.map(({ totalMs }) => totalMs));
  // A part keeps its colour in reports where others are missing.
  const all = barPartsOf(breakdown).map((part, look) => ({ ...part, look, as: 'block' as const }));
  const mostOf = ({ msOf }: (typeof all)[number]): number => Math.max(...breakdown.near.map(msOf));
  const parts = all.filter((part) => mostOf(part) >= longest * seen);
  const unseen = all.filter((part) => mostOf(part) > 0 && !parts.includes(part)).map(({ name }) => name);
  const stacks = breakdown.near.map((near) => ({ name: `p${near.percent}`, parts: all.map(({ msOf }) => msOf(near)) }));
  const told = stacks.map(
    ({ name, parts: lengths }) => `${name}: ${lengths.map((ms, at) => `${all[at]?.name} ${msText(ms)}`).join(', ')}`,
  );
  const unit = `milliseconds of ${wholeNames[breakdown.of]} near a percentile`;
  const label = `Where the time goes, ${unit}. ${told.join('. ')}. The tables below have the numbers.`;
  return figureView({
    title: 'Where the time goes',
    unit,
    names: parts,
    notes: [
      ...(unseen.length === 0 ? [] : [`Too short to be seen: ${unseen.join(', ')}.`]),
      `The rest is ${restText(breakdown)}.`,
    ],
    drawing: stackChart({ stacks, parts: all, label }),
  });
}
