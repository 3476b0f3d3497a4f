import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadFile } from '../../../conformance/evidence/bundle.ts';
import type { Run } from '../../../conformance/model/run.ts';
import type { Gate } from '../../../load/evidence/gate.ts';
import { gateOf } from '../../../load/evidence/gate.ts';
import { failuresOf } from '../../../reports/check/clauses.ts';
import { headlineOf } from '../../../reports/check/headline.ts';
import { jsonIn } from './evidence.ts';
import type { ResultFolder } from '../../results/result-folder.ts';
import { UsageError } from '../../errors/usage-error.ts';

/** Contains the result of a conformance run of the same target beside the load run, for every later report. */
const gateFile = loadFile.gate;

/** The target of a load: an embedded service has a different address each time. */
type GatedLoad = { readonly target: string; readonly embedded: boolean };

/**
 * The result of the conformance run in the folder of `--gate` for a load of the same target, computed anew as `report`
 * does. Throws a UsageError where the folder has no such run, or a run of another target.
 */
export async function gateOfRun(path: string, load: GatedLoad): Promise<Gate> {
  return (await readGateRun(path, load)).gate;
}

export type GatedRun = { readonly gate: Gate; readonly run: Run };

/** The same, together with the run itself. */
export async function readGateRun(path: string, load: GatedLoad): Promise<GatedRun> {
  const folder = resolve(path);
  if (!existsSync(join(folder, 'findings.ndjson'))) {
    const other = existsSync(join(folder, 'requests.ndjson')) ? 'it holds a load run' : 'findings.ndjson is not in it';
    throw new UsageError(`--gate ${folder} is not a result folder of assay check: ${other}`);
  }
  const { readRun } = await import('../../results/read-run.ts');
  const { run } = readRun(folder);
  if (run.command !== 'check') {
    throw new UsageError(`--gate ${folder} holds a run of assay ${run.command}; name a folder of assay check`);
  }
  if (!isSame(run, load)) {
    throw new UsageError(
      `--gate ${folder} judged ${nameOf(run)}, but the load is of ${nameOf(load)}: a gate has to be of the same target`,
    );
  }
  const { word, says, is } = headlineOf(run);
  const failed = failuresOf(run).map(({ check }) => check);
  // For these words, the word of the gate already says the same.
  const told = word === 'Pass' || word === 'Fail' ? says : `${word}: ${says}`;
  return { gate: { is, says: told, target: run.target, startedAt: run.startedAt, failed }, run };
}

export function writeGate(folder: ResultFolder, gate: Gate): void {
  folder.write(gateFile, `${JSON.stringify(gate, null, 2)}\n`);
}

/** The gate in the first of these folders that has one. */
export function storedGate(folders: readonly string[]): Gate | undefined {
  return folders.flatMap((path) => gateOf(jsonIn(join(path, gateFile))) ?? [])[0];
}

function isSame(run: Pick<Run, 'target' | 'embedded'>, load: GatedLoad): boolean {
  return run.embedded && load.embedded ? true : addressOf(run.target) === addressOf(load.target);
}

function nameOf({ target, embedded }: GatedLoad): string {
  return embedded ? 'the embedded reference service' : target;
}

/**
 * A normalised address: the case of the host, a default port, a user name and a last slash do not make another target.
 */
function addressOf(target: string): string {
  if (!URL.canParse(target)) return target;
  const { protocol, host, pathname } = new URL(target);
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
}
