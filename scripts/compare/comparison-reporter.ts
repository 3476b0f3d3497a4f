import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { CheckComparison } from '../../conformance/engine/run/compare-runs.ts';
import type { LoadComparison } from '../../load/compare/comparison.ts';
import { comparisonText } from '../../reports/compare/terminal.ts';
import { comparisonMarkdown } from '../../reports/compare/markdown.ts';
import type { ResultFolder } from '../results/result-folder.ts';
import { print } from '../output/print.ts';
import { terminalStyle } from '../output/terminal-style.ts';

export type Comparison = LoadComparison | CheckComparison;

/** Writes `compare.json` with its reports and prints the comparison; with `json`, stdout is for the machine. */
export async function printComparison(
  comparison: Comparison,
  folder: ResultFolder,
  json: boolean,
  compared: readonly string[] = [],
): Promise<void> {
  // Loaded late because it contains the chart library.
  const { comparisonHtml } = await import('../../reports/html/compare.ts');
  const [a, b] = compared;
  const text = `${JSON.stringify(comparison, null, 2)}\n`;
  folder.write('compare.json', text);
  folder.write('report.html', comparisonHtml(comparison, { a: linkTo(a, folder), b: linkTo(b, folder) }));
  folder.write('summary.md', comparisonMarkdown(comparison));
  const screen = json ? process.stderr : process.stdout;
  print(`${comparisonText(comparison, terminalStyle(screen))}\nreport: ${folder.path}/report.html`, screen);
  if (json) process.stdout.write(text);
}

/** A relative link from one report to another, which works as long as the folders keep their relative places. */
function linkTo(compared: string | undefined, { path }: ResultFolder): string | undefined {
  if (compared === undefined || !existsSync(join(compared, 'report.html'))) return undefined;
  return [...relative(path, compared).split(sep), 'report.html'].map(encodeURIComponent).join('/');
}
