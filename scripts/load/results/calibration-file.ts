import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { cpus, release } from 'node:os';
import { dirname, join } from 'node:path';
import type { Calibration } from '../../../load/evidence/instrument.ts';
import { asObject, asNumber, asString } from '../../../load/records/narrow.ts';
import { stateFolder } from '../../input/state-folder.ts';
import { readJson } from '../../reading/read-json.ts';
import { StorageError } from '../../errors/usage-error.ts';
import { errorMessage } from '../../errors/error-message.ts';

/** The path of the calibration, which is measured once per machine. */
export function calibrationPath(env: NodeJS.ProcessEnv): string {
  return join(stateFolder(env), 'calibration.json');
}

/** The machine that a calibration is valid for: with other processors or another kernel it is a different machine. */
export function machineName(): string {
  const [first, ...others] = cpus();
  return `${(first?.model ?? 'processor').trim()} × ${others.length + 1}, ${process.platform} ${release()}`;
}

/** The result of `assay calibrate` on this machine, if there is one. */
export function calibrationHere(env: NodeJS.ProcessEnv): Calibration | undefined {
  const path = calibrationPath(env);
  const calibration = existsSync(path) ? calibrationOf(readJson({ path })) : undefined;
  return calibration?.machine === machineName() ? calibration : undefined;
}

export function calibrationOf(json: unknown): Calibration | undefined {
  const fields = asObject(json);
  const [machine, at] = [asString(fields?.['machine']), asString(fields?.['at'])];
  const [maxRatePerS, maxStreams] = [asNumber(fields?.['maxRatePerS']), asNumber(fields?.['maxStreams'])];
  const errorP99Ms = asNumber(fields?.['errorP99Ms']);
  if (machine === undefined || at === undefined || maxRatePerS === undefined) return undefined;
  if (maxStreams === undefined || errorP99Ms === undefined) return undefined;
  return { machine, maxRatePerS, maxStreams, errorP99Ms, at };
}

export function writeCalibration(path: string, content: object): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
  } catch (error) {
    throw new StorageError(`${path} could not be written: ${errorMessage(error)}`);
  }
}
