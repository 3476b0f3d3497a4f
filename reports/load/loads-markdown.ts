import { differencesOf, loadsTable, type NamedLoad } from './loads-table.ts';
import { prose, table } from '../text/markdown-text.ts';
import { gateLine } from './gate-words.ts';
import { counted, verdictMarks } from '../text/format.ts';

/** Several load runs side by side, as Markdown. */
export function loadsMarkdown(loads: readonly NamedLoad[]): string {
  const { lead, head, rows } = loadsTable(loads);
  const differing = differencesOf(loads);
  const gates = loads.flatMap(({ name, load: { gate } }) =>
    gate === undefined || gate.is === 'pass'
      ? []
      : [`## ${verdictMarks[gate.is]} ${prose(name)}: ${gateLine(gate).word}: ${prose(gateLine(gate).says)}`],
  );
  const parts = [
    ...gates,
    `## ${counted(loads.length, 'load run')}`,
    ...(differing.length === 0 ? [] : [`These runs differ in ${differing.join(', ')}.`]),
    prose(lead),
    table(
      head.map(prose),
      rows.map((row) => row.map(prose)),
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}
