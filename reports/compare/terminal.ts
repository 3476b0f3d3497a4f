import type { CheckComparison } from '../../conformance/engine/run/compare-runs.ts';
import type { LoadComparison } from '../../load/compare/comparison.ts';
import { comparisonReport } from './report.ts';
import type { LoadTable } from '../load/load-table.ts';
import { type TerminalStyle, painter, verdictPaints } from '../text/paint.ts';
import { escapeControls } from '../text/visible.ts';
import { headlineStyle } from '../text/format.ts';

/** A comparison on the terminal; its headline comes last, where the reader looks. */
export function comparisonText(comparison: LoadComparison | CheckComparison, style: TerminalStyle): string {
  const paint = painter(style);
  const { headline, facts, tables } = comparisonReport(comparison);
  const { word, says } = headline;
  const { tone, mark } = headlineStyle(headline);
  return [
    facts.map(([name, ...parts]) => `${paint('bold', name)}: ${escapeControls(parts.join(', '))}`).join('\n'),
    ...tables.map((table) => tableText(table, style)),
    `${paint(verdictPaints[tone], `${mark} ${word}`)}: ${escapeControls(says)}`,
  ].join('\n\n');
}

/** Columns with sentences. */
const prose = ['requirement', 'says', 'because'];

/** Most rows of a table: runs with different selections have hundreds of checks that are in one of them only. */
const mostRows = 25;

/** A table with columns as wide as needed; columns without room, and sentences, go on lines of their own below. */
function tableText({ title, head, rows }: LoadTable, style: TerminalStyle): string {
  const paint = painter(style);
  const places = (isProse: boolean): readonly number[] =>
    head.flatMap((name, place) => (prose.includes(name) === isProse ? [place] : []));
  const [all, sentences] = [places(false), places(true)];
  const shown = [head, ...rows.slice(0, mostRows)].map((row) => row.map((text) => escapeControls(text)));
  const more = rows.length - mostRows;
  const widths = head.map((_, place) => Math.max(...shown.map((row) => row[place]?.length ?? 0)));
  const columns = fitting(all, widths, style.width);
  const [first = '', ...lines] = shown.map((row) =>
    `  ${columns.map((place) => (row[place] ?? '').padEnd(widths[place] ?? 0)).join('  ')}`.trimEnd(),
  );
  const left = all.filter((place) => !columns.includes(place));
  const below = (row: readonly string[]): readonly string[] => [
    ...left.flatMap((place) => (isNothing(row[place]) ? [] : [paint('dim', `      ${head[place]}: ${row[place]}`)])),
    ...sentences.flatMap((place) => ((row[place] ?? '') === '' ? [] : [paint('dim', `      ${row[place]}`)])),
  ];
  return [
    paint('bold', title),
    paint('dim', first),
    ...lines.flatMap((line, at) => [line, ...below(shown[at + 1] ?? [])]),
    ...(more > 0 ? [`  and ${more} more, all in the report`] : []),
  ].join('\n');
}

/** As many columns from the left as fit on a line. */
function fitting(all: readonly number[], widths: readonly number[], width: number): readonly number[] {
  let end = 0;
  return all.filter((place, at) => {
    end += 2 + (widths[place] ?? 0);
    return at === 0 || end <= width;
  });
}

function isNothing(text = ''): boolean {
  return text === '' || text === '–';
}
