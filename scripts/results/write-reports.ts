import { createHash } from 'node:crypto';
import { quoteFor } from '../../conformance/contract/quoted.ts';
import { controlText } from '../../conformance/model/control-text.ts';
import { everyCheck } from '../../conformance/every.ts';
import { decodedAnswerOf } from '../../conformance/decoded/decoded-answer.ts';
import { faults, type Fault } from '../../fixtures/faults/index.ts';
import { pageScript } from '../../reports/html/script/page-script.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Run } from '../../conformance/model/run.ts';
import type { ReportContext } from '../../reports/check/background.ts';
import { setImmediate as aTurn } from 'node:timers/promises';
import { checkBadge } from '../../reports/check/badge.ts';
import { checkHtml } from '../../reports/html/check.ts';
import { checkJunit } from '../../reports/check/formats/junit.ts';
import { checkMarkdown } from '../../reports/check/markdown.ts';
import { controlComparisons } from '../../reports/exchange/control-comparison.ts';
import { earlierRun } from './earlier-run.ts';
import { formatTable, usualFormats, type CheckFormats, type FormatOf } from '../input/formats.ts';
import { StorageError } from '../errors/usage-error.ts';
import type { UnwrittenReports } from './report-trouble.ts';
import type { ResultFolder } from './result-folder.ts';

type Writer = (run: Run, exchanges: readonly Exchange[], background: ReportContext) => string;

/** Loaded on request: most runs end without these formats. */
const writers: Readonly<Record<FormatOf<'check'>, () => Promise<Writer>>> = {
  ctrf: async () => (await import('../../reports/check/formats/ctrf.ts')).checkCtrf,
  sarif: async () => (await import('../../reports/check/formats/sarif.ts')).checkSarif,
  har: async () => (await import('../../reports/check/formats/har.ts')).exchangesHar,
  'known-failures': async () => (await import('../../reports/check/formats/known-failures.ts')).checkKnownFailures,
};

const mistakes: Readonly<Record<string, Fault>> = faults;

/** Information for reports besides the run: the mistake that each check catches, and how to read a response. */
const background: ReportContext = {
  faults: new Map(everyCheck.map(({ id, fault }) => [id, { id: fault, mistake: mistakes[fault]?.mistake ?? '' }])),
  controls: new Map(
    everyCheck.flatMap((check) => {
      if (check.absence === undefined) return [];
      const isEither = check.positiveControl?.isEither === true;
      return [[check.id, { says: controlText(check).join('; '), isEither }]];
    }),
  ),
  controlOf: new Map(everyCheck.flatMap(({ id, control }) => (control === undefined ? [] : [[id, control]]))),
  quotes: new Map(
    everyCheck.flatMap((check) => {
      const quoted = quoteFor(check);
      return quoted === undefined ? [] : [[check.id, quoted]];
    }),
  ),
  scriptSha256: createHash('sha256').update(pageScript.text).digest('base64'),
  decodedAnswerOf,
};

const { scriptSha256: _, ...scriptless } = background;

/**
 * Writes `run.json` and every report derived from it; `names` are additional formats. On a full disk it writes what
 * still fits, and returns which reports failed and the first error. It yields between two reports, so that signals are
 * handled: for a large run each report takes a while.
 */
export async function writeCheckReports(
  folder: ResultFolder,
  run: Run,
  exchanges: readonly Exchange[],
  { names, script }: CheckFormats = usualFormats,
  earlier = earlierRun(folder.path, run),
): Promise<UnwrittenReports | undefined> {
  const files: string[] = [];
  let first: StorageError | undefined;
  const write = async (file: string, content: () => string): Promise<void> => {
    await aTurn();
    try {
      folder.write(file, content());
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      first ??= error;
      files.push(file);
    }
  };
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const comparedOf = controlComparisons(run.findings, byId, background.controlOf);
  await write('run.json', () => `${JSON.stringify(run, null, 2)}\n`);
  await write('report.html', () => checkHtml(run, exchanges, { ...(script ? background : scriptless), earlier }));
  await write('summary.md', () =>
    checkMarkdown(run, { ...background, earlier }, { comparedOf, exchangeOf: (id) => byId.get(id) }),
  );
  await write('junit.xml', () => checkJunit(run, exchanges));
  await write('badge.svg', () => checkBadge(run));
  for (const format of names) {
    const writer = await writers[format]();
    await write(formatTable[format].file, () => `${writer(run, exchanges, background)}\n`);
  }
  return first && { error: first, files };
}
