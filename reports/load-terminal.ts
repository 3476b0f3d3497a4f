import type { Load } from '../load/model/load.ts';
import { failuresOf, loadHeadlineOf, measuredOf, quantileHeads, quantileText } from './load-words.ts';
import { type TerminalStyle, painter, verdictPaints } from './paint.ts';
import { visible } from './visible.ts';
import { verdictMarks } from './words.ts';

/** The quantiles that fit into 80 columns; the files hold the others. */
const shown = ['p50', 'p95', 'p99'] as const;

/** What a load run ends with: its times in milliseconds, its failures by outcome, and the one line that sums it up. */
export function loadSummary(load: Load, style: TerminalStyle): string {
  const paint = painter(style);
  const { is, word, says } = loadHeadlineOf(load);
  const head = `${'ms'.padEnd(16)}${['n', ...shown.map((name) => quantileHeads[name])].map(cell).join('')}`;
  const rows = measuredOf(load).map(({ name, times }) => {
    const cells = [String(times.n), ...shown.map((quantile) => quantileText(times, quantile))];
    return `${name.padEnd(16)}${cells.map(cell).join('')}`;
  });
  const failures = failuresOf(load).map(([outcome, count]) => `${verdictMarks.fail} ${count} × ${visible(outcome)}`);
  const last = `${paint(verdictPaints[is], `${verdictMarks[is]} ${word}`)}: ${says}`;
  return [...(rows.length === 0 ? [] : [paint('dim', head), ...rows]), ...failures, last].join('\n');
}

function cell(text: string): string {
  return text.padStart(11);
}
