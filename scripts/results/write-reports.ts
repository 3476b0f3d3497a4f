import type { Exchange } from '../../conformance/core/exchange.ts';
import type { Run } from '../../conformance/core/run/run.ts';
import type { Background } from '../../reports/check/background.ts';
import { checkBadge } from '../../reports/check/badge.ts';
import { checkCtrf } from '../../reports/check/ctrf.ts';
import { exchangesHar } from '../../reports/check/har.ts';
import { checkHtml } from '../../reports/html/check.ts';
import { checkJunit } from '../../reports/check/junit.ts';
import { checkMarkdown } from '../../reports/check/markdown.ts';
import { checkSarif } from '../../reports/check/sarif.ts';
import { background } from './background.ts';
import type { FormatOf } from '../given/formats.ts';
import type { ResultFolder } from './result-folder.ts';

type Writer = {
  readonly file: string;
  readonly write: (run: Run, exchanges: readonly Exchange[], background: Background) => string;
};

const writers: Readonly<Record<FormatOf<'check'>, Writer>> = {
  ctrf: { file: 'ctrf.json', write: checkCtrf },
  sarif: { file: 'sarif.json', write: checkSarif },
  har: { file: 'exchanges.har', write: exchangesHar },
};

/** `run.json` and every report that is derived from it; `formats` are those that were asked for besides. */
export function writeCheckReports(
  folder: ResultFolder,
  run: Run,
  exchanges: readonly Exchange[],
  formats: readonly FormatOf<'check'>[] = [],
): void {
  folder.write('run.json', `${JSON.stringify(run, null, 2)}\n`);
  folder.write('report.html', checkHtml(run, exchanges, background));
  folder.write('summary.md', checkMarkdown(run, background));
  folder.write('junit.xml', checkJunit(run));
  folder.write('badge.svg', checkBadge(run));
  for (const format of formats) {
    const { file, write } = writers[format];
    folder.write(file, `${write(run, exchanges, background)}\n`);
  }
}
