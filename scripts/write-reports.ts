import type { Exchange } from '../conformance/core/exchange.ts';
import type { Run } from '../conformance/core/run.ts';
import type { Load } from '../load/model/load.ts';
import { checkBadge } from '../reports/badge.ts';
import { checkHtml } from '../reports/html/check.ts';
import { loadHtml } from '../reports/html/load.ts';
import { checkJunit } from '../reports/junit.ts';
import { loadJunit } from '../reports/load-junit.ts';
import { checkMarkdown, loadMarkdown } from '../reports/markdown.ts';
import { background } from './background.ts';
import { formatOf } from './formats.ts';
import type { ResultFolder } from './result-folder.ts';

/** `run.json` and every report that is derived from it; `formats` are those that were asked for besides. */
export function writeCheckReports(
  folder: ResultFolder,
  run: Run,
  exchanges: readonly Exchange[],
  formats: readonly string[] = [],
): void {
  folder.write('run.json', `${JSON.stringify(run, null, 2)}\n`);
  folder.write('report.html', checkHtml(run, exchanges, background));
  folder.write('summary.md', checkMarkdown(run, background));
  folder.write('junit.xml', checkJunit(run));
  folder.write('badge.svg', checkBadge(run));
  for (const { file, write } of formats.map(formatOf)) folder.write(file, `${write(run, exchanges, background)}\n`);
}

/** `load.json` and every report that is derived from it. */
export function writeLoadReports(folder: ResultFolder, load: Load): void {
  folder.write('load.json', `${JSON.stringify(load, null, 2)}\n`);
  folder.write('report.html', loadHtml(load));
  folder.write('summary.md', loadMarkdown(load));
  folder.write('junit.xml', loadJunit(load));
}
