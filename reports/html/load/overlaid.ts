import type { LoadComparison } from '../../../load/compare/comparison.ts';
import type { SampledName } from '../../../load/differences/quantities.ts';
import { figureView } from '../../charts/figure.ts';
import { overlayChart, sharesUpToChart, type SharesUpTo } from '../../charts/overlay-chart.ts';
import { slowerFirst } from '../../compare/loads.ts';
import { percentText } from '../../load/format.ts';
import { pluralize } from '../../text/format.ts';
import { type Html, html } from '../../text/html.ts';

type Both = NonNullable<LoadComparison['distributions']>[number];
type Side = Both['a'];

const titles: Readonly<Record<string, string>> = {
  ttfe: 'Time to first event',
  ttft: 'Time to first token',
  serviceTtft: 'Time to first token from sending',
  gap: 'Gaps between events',
  ttfb: 'Time to first byte',
  e2e: 'E2E latencies',
  rtf: 'Real-time factor',
  chars: 'Characters spoken',
} satisfies Readonly<Record<SampledName, string>>;

const units: Readonly<Record<Both['unit'], string>> = { ms: 'milliseconds', '/s': 'a second', '': 'a ratio' };

/**
 * The distributions of both sides on one axis, the largest change first; `undefined` where no quantity has samples on
 * both sides.
 */
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
  const hasBars = isInBins(a) && isInBins(b);
  const upToView = (): Html => {
    const label = `${title}, ${units[unit]}: the share of samples up to each value. ${rangesNotes(both).join(' ')}`;
    return sharesUpToChart({ from, width, sides: [upToOf(a), upToOf(b)], label: label.trim() });
  };
  const end = endOf(both);
  const bars = `${title}, ${units[unit]}: ${a.n} samples of A and ${b.n} of B, from ${from} to ${end}. The fullest bin of A is ${peakOf(both, a)}, that of B ${peakOf(both, b)}.`;
  return figureView({
    title,
    unit: `${units[unit]}; share of samples ${hasBars ? `in bins of ${width}` : 'up to each value'}`,
    names: [`A, ${pluralize(a.n, 'sample')}`, `B, ${pluralize(b.n, 'sample')}`],
    notes: [...rangesNotes(both), ...aboveNotes(both, end)],
    drawing: hasBars ? overlayChart({ from, width, sides: [sharesOf(a), sharesOf(b)], label: bars }) : upToView(),
    ...(hasBars && {
      more: html`<details class="more">
        <summary>Share up to each value</summary>
        ${upToView()}
      </details>`,
    }),
  });
}

/** If most samples are ranges, readers would take the bars of the few others for all. */
function isInBins({ n, ranges }: Side): boolean {
  return (ranges?.n ?? 0) < n / 2;
}

function endOf({ from, width, a }: Both): number {
  return Number((from + width * a.counts.length).toPrecision(6));
}

function sharesOf({ n, counts }: Side): readonly number[] {
  return counts.map((count) => (count / n) * 100);
}

function upToOf({ n, counts, ranges }: Side): SharesUpTo {
  const upTo = (of: readonly number[] = []): readonly number[] => {
    let sum = 0;
    return counts.map((count, place) => ((sum += count + (of[place] ?? 0)) / n) * 100);
  };
  return { least: upTo(ranges?.high), most: upTo(ranges?.low) };
}

/** The bin with the most samples. */
function peakOf({ from, width }: Both, { counts }: Side): string {
  const start = from + counts.indexOf(Math.max(...counts)) * width;
  return [start, start + width].map((at) => String(Number(at.toPrecision(6)))).join(' to ');
}

function rangesNotes(both: Both): readonly string[] {
  const [ofA, ofB] = [both.a, both.b].map(({ n, ranges }) => percentText((ranges?.n ?? 0) / n));
  if (both.a.ranges === undefined && both.b.ranges === undefined) return [];
  const isDrawn = isInBins(both.a) && isInBins(both.b);
  const where = isDrawn
    ? 'They are in no bar; the share up to each value is a band.'
    : 'Each share lies somewhere in its band.';
  return [
    `${ofA} of the samples of A and ${ofB} of those of B are known only as a range, as their events were read together with later ones. ${where}`,
  ];
}

function aboveNotes({ a, b, unit }: Both, end: number): readonly string[] {
  const [ofA, ofB] = [a.above ?? 0, b.above ?? 0];
  if (ofA + ofB === 0) return [];
  return [`Above ${end}${unit === 'ms' ? ' ms' : unit}, not drawn: ${ofA} of A, ${ofB} of B.`];
}
