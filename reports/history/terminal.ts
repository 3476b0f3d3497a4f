import type { History } from '../../conformance/contract/formats/history.ts';
import { pluralize } from '../text/format.ts';
import { type TerminalStyle, painter } from '../text/paint.ts';
import { escapeControls } from '../text/visible.ts';
import { historyGroups, type HistoryGroup, type HistoryTable } from './tables.ts';
import { historyHeadline } from './words.ts';

/** Runs over time on the terminal. The summary comes last, where the reader looks. */
export function historyText(history: History, style: TerminalStyle): string {
  const paint = painter(style);
  const { leftOut } = history;
  return [
    ...historyGroups(history).map((group) => groupText(group, style)),
    ...(leftOut.length === 0
      ? []
      : [
          [
            paint('yellow', `${pluralize(leftOut.length, 'folder')} left out`),
            ...leftOut.map(({ folder, because }) => `  ${escapeControls(folder)}: ${escapeControls(because)}`),
          ].join('\n'),
        ]),
    paint('bold', escapeControls(historyHeadline(history))),
  ].join('\n\n');
}

function groupText({ title, newest, tables, notes }: HistoryGroup, style: TerminalStyle): string {
  const paint = painter(style);
  return [
    `${paint('bold', escapeControls(title))}\n${escapeControls(newest)}`,
    ...tables.map((each) => tableText(each, style)),
    ...notes.map((note) => paint('dim', escapeControls(note))),
  ].join('\n\n');
}

/** A table with columns as wide as needed. The last column, which holds words, goes below where there is no room. */
function tableText({ title, head, rows }: HistoryTable, style: TerminalStyle): string {
  const paint = painter(style);
  const shown = [head, ...rows].map((row) => row.map((text) => escapeControls(text)));
  const widths = head.map((_, place) => Math.max(...shown.map((row) => row[place]?.length ?? 0)));
  const fits = widths.reduce((sum, width) => sum + width + 2, 0) <= style.width;
  const lineOf = (cells: readonly string[]): string =>
    `  ${cells.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join('  ')}`.trimEnd();
  const [first = [], ...others] = shown;
  const lines = others.flatMap((row) =>
    fits ? [lineOf(row)] : [lineOf(row.slice(0, -1)), paint('dim', `      ${row.at(-1) ?? ''}`)],
  );
  return [paint('bold', title), paint('dim', lineOf(fits ? first : first.slice(0, -1))), ...lines].join('\n');
}
