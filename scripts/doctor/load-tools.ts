import { existsSync } from 'node:fs';
import { k6Path } from '../../load/runner/ensure-k6.ts';
import { findGo, type FoundGo } from '../../load/runner/find-go.ts';
import { hasKernelTimestamps } from '../../load/runner/kernel-timestamps.ts';
import type { Diagnostic } from '../../reports/doctor.ts';
import { calibrationHere } from '../load/results/calibration-file.ts';
import { note, ok } from './diagnostic.ts';

/**
 * Age in days from which a calibration is old. It is bound to processors and kernel; other changes of a machine add up
 * by then.
 */
const oldDays = 90;

/** What load needs beyond the needs of a check. */
export async function loadDiagnostics(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<readonly Diagnostic[]> {
  const path = await k6Path({ env });
  const isBuilt = existsSync(path);
  const go = await findGo(env, undefined, signal);
  return [
    goDiagnostic(go, isBuilt),
    isBuilt
      ? ok('k6', path)
      : note('k6', 'not built yet', 'the first load run builds it, which takes about two minutes'),
    timestampsDiagnostic(isBuilt ? await hasKernelTimestamps(path, env, signal) : undefined, isBuilt),
    calibrationDiagnostic(calibrationHere(env)?.at, Date.now()),
  ];
}

export function goDiagnostic(go: FoundGo, isBuilt: boolean): Diagnostic {
  if (go.is === 'found') return ok('go', `${go.version} (${go.path})`);
  const isUnknown = go.isUnknown === true;
  if (isBuilt) return ok('go', `${isUnknown ? go.because : 'not found'}; it is not needed, as k6 is built`);
  return note('go', go.because, isUnknown ? onceMore : 'load cannot run without it; check and fuzz can');
}

const onceMore = 'run doctor again on an idle machine';

export function timestampsDiagnostic(
  kernel: boolean | undefined,
  isBuilt: boolean,
  platform = process.platform,
): Diagnostic {
  const id = 'kernel timestamps';
  if (kernel === true) return ok(id, 'available: k6 received them on a loopback connection');
  if (platform !== 'linux')
    return note(
      id,
      'on Linux only',
      'load takes timestamps itself here, and times a local emitter to measure their error',
    );
  if (!isBuilt) return note(id, 'not known until k6 is built');
  if (kernel === undefined) return note(id, 'k6 did not say in time', onceMore);
  return note(
    id,
    'the kernel gives none',
    'load takes timestamps itself then; --canary times a local emitter to measure their error',
  );
}

export function calibrationDiagnostic(at: string | undefined, nowMs: number): Diagnostic {
  const todo = 'npx assay calibrate, which takes up to four minutes on a quiet machine';
  if (at === undefined) return note('calibration', 'none for this machine', todo);
  const days = Math.floor((nowMs - Date.parse(at)) / 86_400_000);
  const found = `${at.slice(0, 10)}, ${days === 1 ? '1 day' : `${days} days`} old`;
  return days > oldDays ? note('calibration', found, todo) : ok('calibration', found);
}
