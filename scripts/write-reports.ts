import type { Exchange } from '../conformance/core/exchange.ts';
import type { Run } from '../conformance/core/run.ts';
import { checkHtml } from '../reports/html/check.ts';
import { checkJunit } from '../reports/junit.ts';
import { checkMarkdown } from '../reports/markdown.ts';
import type { ResultFolder } from './result-folder.ts';

/** `run.json` and every report that is derived from it. */
export function writeCheckReports(folder: ResultFolder, run: Run, exchanges: readonly Exchange[]): void {
  folder.write('run.json', `${JSON.stringify(run, null, 2)}\n`);
  folder.write('report.html', checkHtml(run, exchanges));
  folder.write('summary.md', checkMarkdown(run));
  folder.write('junit.xml', checkJunit(run));
}
