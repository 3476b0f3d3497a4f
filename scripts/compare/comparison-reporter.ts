import type { CheckComparison } from '../../conformance/engine/run/compare-runs.ts';
import type { LoadComparison } from '../../load/compare/comparison.ts';
import { comparisonText } from '../../reports/compare/terminal.ts';
import { comparisonMarkdown } from '../../reports/compare/markdown.ts';
import type { ResultFolder } from '../results/result-folder.ts';
import { print } from '../output/print.ts';
import { terminalStyle } from '../output/terminal-style.ts';

export type Comparison = LoadComparison | CheckComparison;

/** `compare.json` with its reports, and the same on the terminal; with `json` stdout is for the machine. */
export async function tellComparison(comparison: Comparison, folder: ResultFolder, json: boolean): Promise<void> {
  // It draws: no command loads the library of charts before there is something to show.
  const { comparisonHtml } = await import('../../reports/html/compare.ts');
  const text = `${JSON.stringify(comparison, null, 2)}\n`;
  folder.write('compare.json', text);
  folder.write('report.html', comparisonHtml(comparison));
  folder.write('summary.md', comparisonMarkdown(comparison));
  const screen = json ? process.stderr : process.stdout;
  print(`${comparisonText(comparison, terminalStyle(screen))}\nreport: ${folder.path}/report.html`, screen);
  if (json) process.stdout.write(text);
}
