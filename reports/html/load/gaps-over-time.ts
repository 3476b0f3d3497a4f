import type { Load } from '../../../load/verdict/load.ts';
import { figureView } from '../../charts/figure.ts';
import { heatChart, shades, type HeatCell } from '../../charts/heat-chart.ts';
import { msText } from '../../load/format.ts';
import { durationText } from '../../text/format.ts';
import type { Html } from '../../text/html.ts';

type GapsOverTime = NonNullable<Load['gapsOverTime']>;

/** Most rows of the heat map: with more, bins of a twentieth of a decade are thinner than a line. */
const mostRows = 40;

/** A heat map of the gaps between events over the run; `undefined` for a run without gaps. */
export function gapsOverTimeView({ gapsOverTime, settings, series }: Load): Html | undefined {
  if (gapsOverTime === undefined) return undefined;
  const rows = rowsOf(gapsOverTime);
  const { cells, most, least, largest } = heatOf(rows);
  const { windowMs } = gapsOverTime;
  const endMs = Math.max(rows.counts.length * windowMs, series.windows.length * series.windowMs);
  const title = 'Gaps between events over time';
  const range = `${msText(least)} to ${msText(largest)}`;
  const label = `${title}, milliseconds, over ${durationText(endMs)}: from ${range}, at most ${gapsText(most)} in a cell.`;
  const drawing = heatChart({ cells, domain: [least, largest], warmupMs: settings.warmupMs, endMs, label });
  return figureView({
    title,
    unit: 'milliseconds, logarithmic; a gap stands where it ended',
    names: [],
    notes: [shadeText(most), ...rangesNotes(gapsOverTime)],
    drawing,
  });
}

type Rows = GapsOverTime & { readonly perRow: number };

/** Merges bins so that rows are high enough to see. */
export function rowsOf(gaps: GapsOverTime): Rows {
  const bins = gaps.counts[0]?.length ?? 0;
  const perRow = Math.max(1, Math.ceil(bins / mostRows));
  // Rows begin at multiples of their size, so that the charts of several runs have the same rows.
  const firstBin = Math.floor(gaps.firstBin / perRow) * perRow;
  const before = gaps.firstBin - firstBin;
  const counts = gaps.counts.map((each) => {
    const row = Array.from({ length: Math.ceil((before + bins) / perRow) }, () => 0);
    each.forEach((count, bin) => {
      const place = Math.floor((before + bin) / perRow);
      row[place] = (row[place] ?? 0) + count;
    });
    return row;
  });
  return { ...gaps, firstBin, counts, perRow };
}

type Heat = {
  readonly cells: readonly HeatCell[];
  readonly most: number;
  /** The smallest and largest value, in milliseconds. */
  readonly least: number;
  readonly largest: number;
};

/** The cells with at least one gap, darker on a logarithmic scale, so that one gap among thousands is visible. */
export function heatOf({ windowMs, binsPerDecade, firstBin, counts, perRow }: Rows): Heat {
  const edge = (row: number): number => 10 ** ((firstBin + row * perRow) / binsPerDecade);
  const most = counts.flat().reduce((one, other) => Math.max(one, other), 1);
  const cells = counts.flatMap((rows, window) =>
    rows.flatMap((count, row) =>
      count === 0
        ? []
        : [
            {
              fromMs: window * windowMs,
              toMs: (window + 1) * windowMs,
              low: edge(row),
              high: edge(row + 1),
              shade: shadeOf(count, most),
            },
          ],
    ),
  );
  return { cells, most, least: edge(0), largest: edge(counts[0]?.length ?? 1) };
}

/**
 * The first shade whose largest count is not smaller than `count`; the darkest for the largest count, even if that is
 * 1.
 */
function shadeOf(count: number, most: number): number {
  if (count === most) return shades.length - 1;
  return shades.findIndex((_, shade) => count <= largestIn(shade, most));
}

/** The largest count of a shade; for the darkest, the largest count of all. */
function largestIn(shade: number, most: number): number {
  return shade === shades.length - 1 ? most : Math.floor(most ** ((shade + 1) / shades.length));
}

function shadeText(most: number): string {
  if (most === 1) return 'Each cell holds one gap.';
  const lightest = largestIn(0, most);
  const darkest = largestIn(shades.length - 2, most) + 1;
  const text = (from: number, to: number): string =>
    from >= to ? gapsText(to) : `${from.toLocaleString('en-US')} to ${gapsText(to)}`;
  return `The lightest cells hold ${text(1, lightest)}, the darkest ${text(darkest, most)}.`;
}

function rangesNotes({ ranges = 0 }: GapsOverTime): readonly string[] {
  return ranges === 0 ? [] : [`Of ${gapsText(ranges)} more only a range is known: they are in no cell.`];
}

function gapsText(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'gap' : 'gaps'}`;
}
