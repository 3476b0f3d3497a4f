import type { CheckComparison } from '../../conformance/engine/run/compare-runs.ts';
import type { LoadComparison } from '../../load/compare/comparison.ts';
import { comparisonReport } from './report.ts';
import { prose, table } from '../text/markdown-text.ts';
import { verdictMarks } from '../text/format.ts';

/** A comparison as Markdown for a pull request or a CI step summary. */
export function comparisonMarkdown(comparison: LoadComparison | CheckComparison): string {
  const { headline, facts, tables } = comparisonReport(comparison);
  const sections = [
    `## ${verdictMarks[headline.is]} ${headline.word}: ${prose(headline.says)}`,
    facts.map(([name, ...parts]) => `- **${prose(name)}**: ${prose(parts.join(', '))}`).join('\n'),
    ...tables.map(
      ({ title, lead, head, rows }) =>
        `### ${prose(title)}\n\n${prose(lead)}\n\n${table(
          head.map(prose),
          rows.map((row) => row.map(prose)),
        )}`,
    ),
  ];
  return `${sections.join('\n\n')}\n`;
}
