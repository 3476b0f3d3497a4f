import type { CheckComparison } from '../../conformance/engine/run/compare-runs.ts';
import type { LoadComparison } from '../../load/compare/comparison.ts';
import { comparisonReport } from './report.ts';
import { markdownText, markdownTable } from '../text/markdown-text.ts';
import { verdictMarks } from '../text/format.ts';

/** A comparison as Markdown for a pull request or a CI step summary. */
export function comparisonMarkdown(comparison: LoadComparison | CheckComparison): string {
  const { headline, facts, tables } = comparisonReport(comparison);
  const sections = [
    `## ${verdictMarks[headline.is]} ${headline.word}: ${markdownText(headline.says)}`,
    facts.map(([name, ...parts]) => `- **${markdownText(name)}**: ${markdownText(parts.join(', '))}`).join('\n'),
    ...tables.map(
      ({ title, lead, head, rows }) =>
        `### ${markdownText(title)}\n\n${markdownText(lead)}\n\n${markdownTable(
          head.map(markdownText),
          rows.map((row) => row.map(markdownText)),
        )}`,
    ),
  ];
  return `${sections.join('\n\n')}\n`;
}
