import type { Finding } from '../../../conformance/model/run.ts';
import { markdownCode, markdownText, markdownTable } from '../../text/markdown-text.ts';
import { pluralize } from '../../text/format.ts';
import { truncate, escapeControls } from '../../text/visible.ts';

/** The block of what could not be judged has the reason of a property in full. */
const longestReason = 80;

type TriedCases = NonNullable<Finding['tried']>;

/** How many cases of each property were judged, a line each; only the most frequent reason why others were not. */
export function triedLines(tried: ReadonlyMap<string, TriedCases>): readonly string[] {
  const shown = [...tried].filter(([, { generated }]) => generated > 0);
  if (shown.length === 0) return [];
  const longest = Math.max(...shown.map(([id]) => id.length));
  return ['cases judged, of those generated', ...shown.map(([id, each]) => `  ${id.padEnd(longest)}  ${told(each)}`)];
}

/** The same as Markdown; empty where nothing was generated. */
export function triedTable(findings: readonly Finding[]): string {
  const rows = findings.flatMap(({ check, tried }) =>
    tried === undefined || tried.generated === 0
      ? []
      : [[markdownCode(check), String(tried.judged), String(tried.generated - tried.judged), String(tried.generated)]],
  );
  if (rows.length === 0) return '';
  const lead = markdownText('A failure has the cases up to the one that shows it.');
  return `### Generated cases\n\n${lead}\n\n${markdownTable(['property', 'judged', 'not judged', 'generated'], rows)}`;
}

function told({ generated, judged, notJudged = [] }: TriedCases): string {
  const [first, ...others] = notJudged;
  if (first === undefined) return `${judged} of ${generated}`;
  const more = others.length === 0 ? '' : `, and ${pluralize(others.length, 'other reason')}`;
  return `${judged} of ${generated}; ${first.times} not: ${escapeControls(truncate(first.because, longestReason))}${more}`;
}
