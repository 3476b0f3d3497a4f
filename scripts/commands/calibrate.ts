import { dirname, resolve } from 'node:path';
import { startEmitter } from '../../fixtures/emitter/index.ts';
import type { RawSettings } from '../../conformance/settings/settings.ts';
import {
  raiseLoad,
  loadOfRate,
  loadOfStreams,
  measureStep,
  whyStepFailed,
  type CalibrationStep,
  type CalibrationSteps,
  type StepLoad,
} from '../../load/runner/calibrate.ts';
import { calibrationPath, machineName, writeCalibration } from '../load/results/calibration-file.ts';
import { readyK6 } from '../load/ready-k6.ts';
import {
  endIfInterrupted,
  interruptedCodes,
  listenForInterruption,
  type Interruption,
} from '../output/interruption.ts';
import { makeFolder } from '../input/make-folder.ts';
import { tryToWrite } from '../input/try-to-write.ts';
import { UsageError } from '../errors/usage-error.ts';
import { errorMessage } from '../errors/error-message.ts';

const interruptedWords = 'interrupted: nothing was written';
/** Largest p99 error of the observed times, in milliseconds, that the calibration accepts. */
const boundMs = 1;

const streamLadder = [25, 50, 100, 200, 300, 400, 600, 800, 1_200];
const rateLadder = [25, 50, 100, 200, 300, 400, 600, 800, 1_200];

/**
 * `assay calibrate`: the number of streams and the rate up to which this machine sees events within 1 ms of their true
 * time. The server that knows the true times runs on this machine too, so a remote target leaves more capacity than is
 * found.
 */
export async function calibrate(_args: readonly string[], flags: RawSettings): Promise<number> {
  const out = typeof flags['out'] === 'string' ? resolve(flags['out']) : calibrationPath(process.env);
  refuseUnwritable(out);
  const interruption = listenForInterruption();
  try {
    return await climbed(out, interruption);
  } finally {
    interruption.stopListening();
  }
}

async function climbed(out: string, interruption: Interruption): Promise<number> {
  const k6Path = await readyK6('calibrate', interruption);
  const server = await startEmitter({ firstMs: 20, gapMs: 20, events: 1 });
  try {
    const measure = (load: StepLoad): ReturnType<typeof measureStep> =>
      measureStep({ server, k6Path, env: process.env, interruptedBy: interruption.by }, load);
    console.log(`calibrate: ${machineName()}; takes up to four minutes, and needs an otherwise idle machine`);
    const streams = await drawn(
      'streams of 50 events/s',
      streamLadder.map(loadOfStreams),
      measure,
      (step) => step.streams,
    );
    endIfInterrupted(interruption, interruptedWords);
    if (streams.notMeasured?.by) return interruptedCodes[streams.notMeasured.by];
    const rates = await drawn('requests/s', rateLadder.map(loadOfRate), measure, (step) => step.ratePerS);
    endIfInterrupted(interruption, interruptedWords);
    if (rates.notMeasured?.by) return interruptedCodes[rates.notMeasured.by];
    return conclude(out, streams, rates);
  } finally {
    await server.close();
  }
}

/** Throws a UsageError at once, and not after the four minutes of the calibration. */
function refuseUnwritable(out: string): void {
  try {
    makeFolder(dirname(out));
  } catch (error) {
    throw new UsageError(`--out ${out} cannot be written: ${errorMessage(error)}`);
  }
  tryToWrite('--out', out);
}

function drawn(
  what: string,
  loads: readonly StepLoad[],
  measure: (load: StepLoad) => ReturnType<typeof measureStep>,
  of: (step: CalibrationStep) => number,
): Promise<CalibrationSteps> {
  console.log(`\n${what.padStart(24)}  error p50  error p99   early  lag p99`);
  return raiseLoad(loads, measure, boundMs, (step) => {
    console.log(rowOf(step, of(step)));
    const because = whyStepFailed(step, boundMs);
    if (because !== undefined) console.log(`${''.padStart(25)}${because}`);
  });
}

/** A row with a bar of the p99 error: the bound is ten marks, and a bar ends at twice the bound. */
export function rowOf(step: CalibrationStep, value: number): string {
  const { errorMs, uncertainShare, lagP99Ms } = step;
  const marks = Math.min(20, Math.ceil((errorMs.p99 / boundMs) * 10));
  const bar = `${'█'.repeat(Math.min(10, marks))}${'▒'.repeat(Math.max(0, marks - 10))}`;
  const cells = [`${errorMs.p50.toFixed(3)} ms`, `${errorMs.p99.toFixed(3)} ms`].map((cell) => cell.padStart(10));
  const early = `${(uncertainShare * 100).toFixed(1)} %`.padStart(7);
  return `${String(value).padStart(24)} ${cells.join(' ')} ${early} ${lagP99Ms.toFixed(2).padStart(5)} ms  ${bar}`;
}

function conclude(out: string, streams: CalibrationSteps, rates: CalibrationSteps): number {
  for (const { notMeasured } of [streams, rates]) {
    if (notMeasured) console.error(`assay: the steps ended early: ${notMeasured.because}`);
  }
  if (!streams.held || !rates.held) {
    console.log('\nThe first step failed already: the machine is too busy with other work to be calibrated now.');
    return 2;
  }
  const errorP99Ms = Math.max(streams.held.errorMs.p99, rates.held.errorMs.p99);
  const found = {
    schema: 'assay.calibration/1',
    machine: machineName(),
    at: new Date().toISOString(),
    maxStreams: streams.held.streams,
    maxRatePerS: rates.held.ratePerS,
    errorP99Ms,
    boundMs,
    streams: streams.steps,
    rates: rates.steps,
  };
  writeCalibration(out, found);
  console.log(
    `\nWithin ${boundMs} ms at p99: up to ${found.maxStreams} streams, and up to ${found.maxRatePerS} requests per second.`,
  );
  const quoted =
    out === calibrationPath(process.env) ? ': every load report of this machine quotes it from now on' : '';
  console.log(`${out}${quoted}`);
  return 0;
}
