import type { LoadComparison } from '../../../load/compare/comparison.ts';
import type { SampledName } from '../../../load/differences/quantities.ts';
import { figureView } from '../../charts/figure.ts';
import { overlayChart } from '../../charts/overlay-chart.ts';
import { slowerFirst } from '../../compare/loads.ts';
import { counted } from '../../text/format.ts';
import { type Html, html } from '../../text/html.ts';

type Both = NonNullable<LoadComparison['distributions']>[number];

const titles: Readonly<Record<string, string>> = {
  ttfe: 'Time to first event',
  ttft: 'Time to first token',
  serviceTtft: 'Time to first token from sending',
  gap: 'Gaps between events',
  e2e: 'E2E latencies',
  rtf: 'Real-time factor',
  chars: 'Characters spoken',
} satisfies Readonly<Record<SampledName, string>>;

const units: Readonly<Record<Both['unit'], string>> = { ms: 'milliseconds', '/s': 'a second', '': 'a ratio' };

/** How both sides' samples lie on one axis, what changed most first; `undefined` where no quantity has samples on both. */
export function overlaidView({ distributions = [], quantities }: LoadComparison): Html | undefined {
  if (distributions.length === 0) return undefined;
  const order = slowerFirst(quantities).map(({ quantity }) => quantity.replace(/\.p[\d.]+$/, ''));
  const shown = distributions.toSorted((one, next) => order.indexOf(one.quantity) - order.indexOf(next.quantity));
  return html`<section>
    <h2>Distributions</h2>
    <p class="lead">
      Both sides in the same bins, each as a share of its own samples. Where the dashed line of B lies further to the
      right, its values are larger.
    </p>
    <div class="charts">${shown.map(chartOf)}</div>
  </section>`;
}

function chartOf(both: Both): Html {
  const { quantity, unit, from, width, a, b } = both;
  const title = titles[quantity] ?? quantity;
  const sides = [sharesOf(a), sharesOf(b)];
  const end = Number((from + width * a.counts.length).toPrecision(6));
  const label = `${title}, ${units[unit]}: ${a.n} samples of A and ${b.n} of B, from ${from} to ${end}. The fullest bin of A is ${peakOf(both, a)}, that of B ${peakOf(both, b)}.`;
  const upTo = html`<details class="more">
    <summary>Share up to each value</summary>
    ${overlayChart({ from, width, sides, as: 'upTo', label: `${title}, ${units[unit]}: the share of samples up to each value.` })}
  </details>`;
  return figureView({
    title,
    unit: `${units[unit]}; share of samples in bins of ${width}`,
    names: [`A, ${counted(a.n, 'sample')}`, `B, ${counted(b.n, 'sample')}`],
    notes: aboveNotes(both, end),
    drawing: overlayChart({ from, width, sides, as: 'bins', label }),
    more: upTo,
  });
}

function sharesOf({ n, counts }: Both['a']): { readonly shares: readonly number[] } {
  return { shares: counts.map((count) => (count / n) * 100) };
}

/** The bin with the most samples. */
function peakOf({ from, width }: Both, { counts }: Both['a']): string {
  const start = from + counts.indexOf(Math.max(...counts)) * width;
  return [start, start + width].map((at) => String(Number(at.toPrecision(6)))).join(' to ');
}

function aboveNotes({ a, b, unit }: Both, end: number): readonly string[] {
  const [ofA, ofB] = [a.above ?? 0, b.above ?? 0];
  if (ofA + ofB === 0) return [];
  return [`Above ${end}${unit === 'ms' ? ' ms' : unit}, not drawn: ${ofA} of A, ${ofB} of B.`];
}
