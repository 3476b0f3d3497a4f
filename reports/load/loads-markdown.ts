import { differencesOf, loadsTable, type NamedLoad } from './loads-table.ts';
import { markdownText, markdownTable } from '../text/markdown-text.ts';
import { gateLine } from './gate-words.ts';
import { pluralize, headlineStyle, verdictMarks, type Headline } from '../text/format.ts';
import type { LoadTable } from './load-table.ts';

type Compared = { readonly headline: Headline; readonly tables: readonly LoadTable[] };

/** Several load runs side by side, as Markdown. */
export function loadsMarkdown(loads: readonly NamedLoad[], compared?: Compared): string {
  const { lead, head, rows } = loadsTable(loads);
  const differing = differencesOf(loads);
  const gates = loads.flatMap(({ name, load: { gate } }) =>
    gate === undefined || gate.is === 'pass'
      ? []
      : [
          `## ${verdictMarks[gate.is]} ${markdownText(name)}: ${gateLine(gate).word}: ${markdownText(gateLine(gate).says)}`,
        ],
  );
  const parts = [
    ...gates,
    compared === undefined ? `## ${pluralize(loads.length, 'load run')}` : headlineText(compared.headline),
    ...(differing.length === 0 ? [] : [`These runs differ in ${differing.join(', ')}.`]),
    ...(compared?.tables ?? []).flatMap((each) => [markdownText(each.lead), tableText(each)]),
    markdownText(lead),
    tableText({ head, rows }),
  ];
  return `${parts.join('\n\n')}\n`;
}

function headlineText({ word, says, ...about }: Headline): string {
  return `## ${headlineStyle(about).mark} ${word}: ${markdownText(says)}`;
}

function tableText({ head, rows }: Pick<LoadTable, 'head' | 'rows'>): string {
  return markdownTable(
    head.map(markdownText),
    rows.map((row) => row.map(markdownText)),
  );
}
