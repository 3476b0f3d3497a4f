import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isFoundBy } from '../../conformance/model/check.ts';
import { checks } from '../../conformance/index.ts';
import { selected } from '../../conformance/model/select.ts';
import { knownMistakes } from '../content/known-mistakes.ts';
import { faults, type FaultId } from '../../fixtures/faults/index.ts';
import { isUnsound, matrixText, mergedMatrix, type Matrix, type MatrixCell } from '../../reports/matrix.ts';
import { harmless, matrixBaseIds, matrixBases, type MatrixBaseId } from './bases.ts';
import { keepMatrix, matrixFile, readMatrix } from './file.ts';
import type { MatrixAnswer, MatrixJob } from './worker.ts';
import { version } from '../package/version.ts';

/**
 * `npm run matrix [FAULT-GLOB…]`: every fault against every check, on the valid service and on three unlike it. Writes
 * `reports/out/matrix.json`, of which some faults replace only their own part; ends 1 where a check misses the fault that
 * it names, though a client can see it, where a fault has victims that its `alsoFails` does not name, or where a valid
 * base is accused; 3 where no fault is named.
 */

/** Half of a cell's time is spent in waiting for what hangs or is slow on purpose. */
const workerCount = 2 * availableParallelism();

const globs = process.argv.slice(2);
const faultIds = selected(
  (Object.keys(faults) as readonly FaultId[]).map((id) => ({ id })),
  { only: globs },
).map(({ id }) => id);
if (faultIds.length === 0) {
  console.error(`matrix: ${globs.join(' ')} names no fault; npx assay list --faults shows them`);
  process.exit(3);
}
// Before anything is measured: what cannot be read cannot be added to.
const earlier = globs.length === 0 ? undefined : readMatrix();
const startedAt = new Date().toISOString();
const answers = await measured(
  matrixBaseIds.flatMap((base): readonly MatrixJob[] => [{ base }, ...faultIds.map((fault) => ({ base, fault }))]),
);
const answerOf = (base: MatrixBaseId, fault?: FaultId): MatrixAnswer =>
  answers.get(keyOf({ base, ...(fault === undefined ? {} : { fault }) })) ?? { visible: false, failed: [] };

const answerTo = (base: MatrixBaseId, fault: FaultId): MatrixAnswer => {
  const answer = answerOf(base, fault);
  return harmless[base]?.[fault] === undefined ? answer : { ...answer, visible: answer.failed.length > 0 };
};

const matrix: Matrix = {
  schema: 'assay.matrix/1',
  tool: { name: 'assay', version },
  startedAt,
  endedAt: new Date().toISOString(),
  bases: matrixBaseIds.map((id) => ({ id, variants: matrixBases[id], accusations: answerOf(id).failed })),
  faults: faultIds.map((fault) => {
    const named = checks.filter((check) => isFoundBy(check, fault)).map(({ id }) => id);
    const cells = matrixBaseIds.map((base) => cellOf(base, named, answerTo(base, fault)));
    return { fault, named, undeclared: undeclaredOf(fault, cells), on: cells };
  }),
};
keepMatrix(earlier === undefined ? matrix : mergedMatrix(earlier, matrix, Object.keys(faults)));
console.log(`${matrixText(matrix)}\n\n${matrixFile}`);
process.exitCode = isUnsound(matrix) ? 1 : 0;

function cellOf(base: MatrixBaseId, named: readonly string[], { visible, failed }: MatrixAnswer): MatrixCell {
  const killedBy = [...named.filter((id) => failed.includes(id)), ...failed.filter((id) => !named.includes(id))];
  return { base, visible, killedBy, missedBy: named.filter((id) => !failed.includes(id)) };
}

/** On the other bases a fault may have other victims: only the reference service is what `alsoFails` speaks of. */
function undeclaredOf(fault: FaultId, cells: readonly MatrixCell[]): readonly string[] {
  const declared = knownMistakes().find((mistake) => mistake.fault === fault)?.checks;
  const failed = cells.find(({ base }) => base === 'valid')?.killedBy ?? [];
  return failed.filter((id) => declared?.has(id) !== true);
}

function keyOf({ base, fault = '' as FaultId }: MatrixJob): string {
  return `${base} ${fault}`;
}

/** Each worker takes the next job as soon as it has answered the last. */
async function measured(jobs: readonly MatrixJob[]): Promise<ReadonlyMap<string, MatrixAnswer>> {
  const done = new Map<string, MatrixAnswer>();
  const left = jobs.values();
  const work = async (): Promise<void> => {
    const worker = fork(fileURLToPath(new URL('./worker.ts', import.meta.url)));
    for (const job of left) {
      const answer = await asked(worker, job);
      done.set(keyOf(job), answer);
      tellOfTrouble(job, answer);
      tell(done.size, jobs.length);
    }
    worker.disconnect();
  };
  await Promise.all(Array.from({ length: workerCount }, work));
  return done;
}

/** Throws where the worker ends before it has answered: that is a defect of assay. */
async function asked(worker: ChildProcess, job: MatrixJob): Promise<MatrixAnswer> {
  const answered = new AbortController();
  const { signal } = answered;
  const answer = once(worker, 'message', { signal }).then(([message]) => message as MatrixAnswer);
  const end = once(worker, 'exit', { signal }).then((): never => {
    throw new Error(`a worker ended while it measured ${keyOf(job)}`);
  });
  // Given up as soon as the other has come.
  for (const given of [answer, end]) given.catch(() => undefined);
  worker.send(job);
  try {
    return await Promise.race([answer, end]);
  } finally {
    answered.abort();
  }
}

/** At once, as the whole takes the better part of an hour. */
function tellOfTrouble({ base, fault }: MatrixJob, { failed, visible }: MatrixAnswer): void {
  const isMissed = fault !== undefined && visible && harmless[base]?.[fault] === undefined && failed.length === 0;
  if (isMissed) console.error(`on ${base} ${fault} is missed`);
  if (fault === undefined && failed.length > 0) console.error(`${base} is accused by ${failed.join(', ')}`);
}

function tell(done: number, all: number): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(done === all ? '\r\u001B[K' : `\r\u001B[K${done} of ${all} measured`);
}
