import type { History } from '../../conformance/contract/formats/history.ts';
import { counted } from '../text/format.ts';
import { code, prose, table, withinTable } from '../text/markdown-text.ts';
import { groupsTold, type GroupTold } from './tables.ts';
import { historyHeadline } from './words.ts';

/** Most groups: a step summary is limited to 1 MiB. */
const mostGroups = 20;
const mostLeftOut = 20;

/** Runs over time as Markdown, for a CI step summary. */
export function historyMarkdown(history: History): string {
  const groups = groupsTold(history);
  const sections = [
    `## History: ${prose(historyHeadline(history))}`,
    ...groups.slice(0, mostGroups).map(groupText),
    ...(groups.length > mostGroups ? [`${groups.length - mostGroups} more groups: \`history.html\` has them.`] : []),
    ...leftOut(history),
  ];
  return `${sections.join('\n\n')}\n`;
}

function groupText({ title, newest, tables, notes }: GroupTold): string {
  return [
    `### ${prose(title)}`,
    prose(newest),
    ...tables.map(
      ({ title: name, head, rows }) =>
        `**${prose(name)}**\n\n${table(head.map(prose), withinTable(rows.map((row) => row.map(prose))))}`,
    ),
    ...notes.map(prose),
  ].join('\n\n');
}

function leftOut({ leftOut: folders }: History): readonly string[] {
  if (folders.length === 0) return [];
  const lines = folders.slice(0, mostLeftOut).map(({ folder, because }) => `- ${code(folder)} ${prose(because)}`);
  return [`### ${counted(folders.length, 'folder')} left out`, lines.join('\n')];
}
