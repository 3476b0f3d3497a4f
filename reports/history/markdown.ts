import type { History } from '../../conformance/contract/formats/history.ts';
import { pluralize } from '../text/format.ts';
import { markdownCode, markdownText, markdownTable, rowsThatFit } from '../text/markdown-text.ts';
import { historyGroups, type HistoryGroup } from './tables.ts';
import { historyHeadline } from './words.ts';

/** Most groups: a step summary is limited to 1 MiB. */
const mostGroups = 20;
const mostLeftOut = 20;

/** Runs over time as Markdown, for a CI step summary. */
export function historyMarkdown(history: History): string {
  const groups = historyGroups(history);
  const sections = [
    `## History: ${markdownText(historyHeadline(history))}`,
    ...groups.slice(0, mostGroups).map(groupText),
    ...(groups.length > mostGroups ? [`${groups.length - mostGroups} more groups: \`history.html\` has them.`] : []),
    ...leftOut(history),
  ];
  return `${sections.join('\n\n')}\n`;
}

function groupText({ title, newest, tables, notes }: HistoryGroup): string {
  return [
    `### ${markdownText(title)}`,
    markdownText(newest),
    ...tables.map(
      ({ title: name, head, rows }) =>
        `**${markdownText(name)}**\n\n${markdownTable(head.map(markdownText), rowsThatFit(rows.map((row) => row.map(markdownText))))}`,
    ),
    ...notes.map(markdownText),
  ].join('\n\n');
}

function leftOut({ leftOut: folders }: History): readonly string[] {
  if (folders.length === 0) return [];
  const lines = folders
    .slice(0, mostLeftOut)
    .map(({ folder, because }) => `- ${markdownCode(folder)} ${markdownText(because)}`);
  return [`### ${pluralize(folders.length, 'folder')} left out`, lines.join('\n')];
}
