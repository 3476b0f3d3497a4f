import { gatedCode, type Gate } from '../../load/evidence/gate.ts';
import { judgedLoad, loadExitCode } from '../../load/verdict/judged-load.ts';
import type { Load } from '../../load/verdict/load.ts';
import type { LoadOutcome, MeasuredRun } from '../../load/runner/run-scenario.ts';
import { escapeForLog } from '../../reports/text/log-text.ts';
import { interruptedCodes } from '../output/interruption.ts';
import { StorageError } from '../errors/usage-error.ts';
import { unwrittenMessage } from '../results/rescue.ts';
import type { ResultFolder } from '../results/result-folder.ts';
import { interruptedBeforeTiming } from './prepare-target.ts';
import { evidenceIn, samplesIn } from './results/evidence.ts';
import { loadOf } from './results/load-in.ts';
import { printLoad, printStopped } from './results/load-reporter.ts';

type Concluded = { readonly code: number; readonly judged: Load | undefined };

/** Concludes a run: judges it, writes its reports, prints the result, and returns the exit code. */
export async function conclude(outcome: LoadOutcome, folder: ResultFolder, gate: Gate | undefined): Promise<Concluded> {
  const judged = isMeasured(outcome) ? { ...(await judgedIn(outcome, folder)), ...(gate && { gate }) } : undefined;
  const unwritten = judged === undefined ? undefined : await tellJudged(judged, folder);
  const failure = failureOf(outcome, judged !== undefined);
  for (const trouble of [outcome.lacking, unwritten, failure]) {
    if (trouble !== undefined) console.error(`assay: ${escapeForLog(trouble)}`);
  }
  if (outcome.is === 'failed') return { judged, code: outcome.isDisk === true && judged !== undefined ? 2 : 70 };
  const code = codeOf(outcome, judged, gate);
  // Results that had to be kept could not be written, so the exit code is not 0.
  return { judged, code: outcome.lacking === undefined && unwritten === undefined ? code : code || 2 };
}

function failureOf(outcome: LoadOutcome, isMeasuredToo: boolean): string | undefined {
  if (outcome.is === 'interrupted' && !isMeasuredToo) return interruptedBeforeTiming;
  return outcome.is === 'failed' ? outcome.because : undefined;
}

/** Why the reports could not be written, or undefined. The records from which they are made exist in any case. */
async function tellJudged(judged: Load, folder: ResultFolder): Promise<string | undefined> {
  // Loaded only now: the chart library would disturb the measurement.
  const { writeLoadReports } = await import('./results/write-load-reports.ts');
  try {
    writeLoadReports(folder, judged);
    return undefined;
  } catch (error) {
    if (error instanceof StorageError) return unwrittenMessage(error, folder.path);
    throw error;
  } finally {
    printLoad(judged, folder.path);
  }
}

function codeOf(outcome: LoadOutcome, judged: Load | undefined, gate: Gate | undefined): number {
  if (outcome.is === 'interrupted') return interruptedCodes[outcome.by];
  if (outcome.is === 'stopped' && outcome.by !== 'watcher') {
    printStopped(outcome);
    return gatedCode(judged !== undefined && loadExitCode(judged) === 1 ? 1 : 2, gate);
  }
  return gatedCode(judged === undefined ? 2 : loadExitCode(judged), gate);
}

function isMeasured(outcome: LoadOutcome): outcome is LoadOutcome & MeasuredRun {
  return outcome.load !== undefined && outcome.header !== undefined && outcome.canaries !== undefined;
}

async function judgedIn(outcome: LoadOutcome & MeasuredRun, folder: ResultFolder): Promise<Load> {
  const judged = await judgedOf(outcome, folder);
  return outcome.is === 'interrupted' ? withInterruption(judged) : judged;
}

/**
 * The load with the reason for its early end, which this process knows. The records alone only show that it ended
 * early.
 */
export function withInterruption(load: Load): Load {
  if (load.complete || load.validity?.is !== 'invalid') return load;
  const { recorded, planned, aborted } = load.counts;
  const cut = aborted === 0 ? '' : `, ${aborted} of them cut off`;
  const because = `the run was interrupted: ${recorded} of ${planned} planned requests were recorded${cut}; run it again`;
  const reasons = load.validity.reasons.map((reason) =>
    reason.code === 'incomplete' || reason.code === 'nothingMeasured'
      ? { code: 'interrupted' as const, because }
      : reason,
  );
  return { ...load, validity: { ...load.validity, reasons } };
}

/**
 * A response with a wrong sample counts in no figure of right responses, so the records are read and summed up again.
 */
async function judgedOf({ load, header, canaries }: MeasuredRun, { path }: ResultFolder): Promise<Load> {
  const isWrong = samplesIn([path])?.samples.some(({ is }) => is === 'wrong') ?? false;
  if (isWrong) return loadOf([{ path, header }], undefined);
  return judgedLoad(load, evidenceIn([{ path, header, canaries }]));
}
