import type { Load } from '../../load/model/load.ts';
import { contentText, failuresOf, measuredOf, quantileHeads, quantileText, shortHeadlineOf } from './words.ts';
import { type TerminalStyle, painter, verdictPaints } from '../paint.ts';
import { visible } from '../visible.ts';
import { gateLine } from './gate-words.ts';
import { verdictMarks } from '../words.ts';

/** The quantiles that fit into 80 columns; the files hold the others. */
const shown = ['p50', 'p95', 'p99'] as const;

/** The times of a load run in milliseconds, and its failures by outcome. */
export function loadTimes(load: Load, style: TerminalStyle): string {
  const paint = painter(style);
  const head = `${'ms'.padEnd(16)}${['n', ...shown.map((name) => quantileHeads[name])].map(cell).join('')}`;
  const rows = measuredOf(load).map(({ name, times }) => {
    const cells = [String(times.n), ...shown.map((quantile) => quantileText(times, quantile))];
    return `${name.padEnd(16)}${cells.map(cell).join('')}`;
  });
  const failures = failuresOf(load).map(([outcome, count]) => `${verdictMarks.fail} ${count} × ${visible(outcome)}`);
  return [
    ...(rows.length === 0 ? [] : [paint('dim', head), ...rows]),
    ...boundedLines(load),
    ...contentLines(load),
    ...failures,
  ].join('\n');
}

function boundedLines(load: Load): readonly string[] {
  const isBounded = measuredOf(load).some(({ times }) => shown.some((name) => times.atLeast?.[name] !== undefined));
  return isBounded ? ['≤: no later than that; such events came in one read with later ones'] : [];
}

function contentLines(load: Load): readonly string[] {
  const { content, contentFrom = 'given' } = load.settings;
  if (content !== undefined && load.ttftMs.unclaimed === undefined)
    return [`text of the reply: ${visible(content)}`, `  ${visible(contentFrom)}`];
  return [contentText(load)].filter((text) => text !== undefined);
}

/** What a conformance run of the same target came to, before any figure; empty where none was named. */
export function gateText({ gate }: Pick<Load, 'gate'>, style: TerminalStyle): string {
  if (gate === undefined) return '';
  const { word, says } = gateLine(gate);
  return `${painter(style)(verdictPaints[gate.is], `${verdictMarks[gate.is]} ${word}`)}: ${visible(says)}`;
}

/** The one line that sums a load run up; why it is invalid has been said above it by then. */
export function loadLastLine(load: Load, style: TerminalStyle): string {
  const { is, word, says } = shortHeadlineOf(load);
  const paint = painter(style);
  const own = `${paint(verdictPaints[is], `${verdictMarks[is]} ${word}`)}: ${says}`;
  const { gate } = load;
  if (gate === undefined || gate.is === 'pass') return own;
  return `${paint(verdictPaints[gate.is], `${verdictMarks[gate.is]} ${gateLine(gate).word}`)}; ${own}`;
}

function cell(text: string): string {
  return text.padStart(11);
}
