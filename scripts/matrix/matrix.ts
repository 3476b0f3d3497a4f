import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { everyCheck } from '../../conformance/every.ts';
import { findsFault } from '../../conformance/model/check.ts';
import { checks } from '../../conformance/index.ts';
import { selectChecks } from '../../conformance/model/select.ts';
import { knownFaults } from '../content/known-faults.ts';
import { faults, type FaultId } from '../../fixtures/faults/index.ts';
import {
  isUnsound,
  matrixText,
  mergedMatrix,
  victimsText,
  type Matrix,
  type MatrixCell,
} from '../../reports/matrix.ts';
import { harmlessFaults, matrixBaseIds, matrixBases, type MatrixBaseId } from './bases.ts';
import { keepMatrix, matrixFile, readMatrix } from './file.ts';
import { faultsFoundBy, oneCheckReport } from './one-check.ts';
import type { MatrixAnswer, MatrixJob } from './worker.ts';
import { answersOfWorkers } from './workers.ts';
import { version } from '../package/version.ts';

const usage = `npm run matrix [-- [--check ID] FAULT…]

Every fault against every check, on the valid service and on three unlike it: the better part of an hour.

FAULT…       the id of a fault, or a pattern such as 'speech-*': these alone, and which checks each fails;
             their rows of ${matrixFile} are replaced
--check ID   every fault against this check alone, on the valid service, in a minute or two: which faults it
             finds, and what declares each; writes nothing

Ends with 1 where a check misses the fault that it names, though a client can see it, where a fault fails a
check without declaring it in alsoFails, or where a valid service fails one; with 3 where nothing is named.`;

const { values, positionals: globs } = argsOf(process.argv.slice(2));
if (values.help === true) {
  console.log(usage);
  process.exit(0);
}
const faultIds = selectChecks(
  (Object.keys(faults) as readonly FaultId[]).map((id) => ({ id })),
  { only: globs },
).map(({ id }) => id);
if (faultIds.length === 0) {
  console.error(`matrix: ${globs.join(' ')} names no fault; npx assay list --faults shows them`);
  process.exit(3);
}
const worker = fileURLToPath(new URL('./worker.ts', import.meta.url));
if (values.check !== undefined) {
  const check = everyCheck.find(({ id }) => id === values.check);
  if (check === undefined) {
    console.error(`matrix: there is no check ${values.check}; npx assay list shows them`);
    process.exit(3);
  }
  const { text, isSound } = oneCheckReport(check, faultIds, await faultsFoundBy(check, faultIds, worker));
  console.log(text);
  process.exit(isSound ? 0 : 1);
}
// Read before anything is measured: new results could not be added to an unreadable file.
const earlier = globs.length === 0 ? undefined : readMatrix();
const startedAt = new Date().toISOString();
const jobs = matrixBaseIds.flatMap((base): readonly MatrixJob[] => [
  { base },
  ...faultIds.map((fault) => ({ base, fault })),
]);
const measured = await answersOfWorkers<MatrixJob, MatrixAnswer>(worker, jobs, tellOfTrouble);
const answers = new Map(measured.map((answer, at) => [keyOf(jobs[at] as MatrixJob), answer]));
const answerOf = (base: MatrixBaseId, fault?: FaultId): MatrixAnswer =>
  answers.get(keyOf({ base, ...(fault === undefined ? {} : { fault }) })) ?? { visible: false, failed: [], open: [] };

const answerTo = (base: MatrixBaseId, fault: FaultId): MatrixAnswer => {
  const answer = answerOf(base, fault);
  return harmlessFaults[base]?.[fault] === undefined ? answer : { ...answer, visible: answer.failed.length > 0 };
};

const matrix: Matrix = {
  schema: 'assay.matrix/1',
  tool: { name: 'assay', version },
  startedAt,
  endedAt: new Date().toISOString(),
  bases: matrixBaseIds.map((id) => ({ id, variants: matrixBases[id], accusations: answerOf(id).failed })),
  faults: faultIds.map((fault) => {
    const named = checks.filter((check) => findsFault(check, fault)).map(({ id }) => id);
    const cells = matrixBaseIds.map((base) => cellOf(base, named, answerTo(base, fault)));
    return { fault, named, undeclared: undeclaredOf(fault, cells), on: cells };
  }),
};
keepMatrix(earlier === undefined ? matrix : mergedMatrix(earlier, matrix, Object.keys(faults)));
const victims = globs.length === 0 ? '' : `${victimsText(matrix)}\n\n`;
console.log(`${victims}${matrixText(matrix)}\n\n${matrixFile}`);
process.exitCode = isUnsound(matrix) ? 1 : 0;

function argsOf(args: readonly string[]) {
  const options = { check: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    console.error(`matrix: ${(error as Error).message}\n\n${usage}`);
    process.exit(3);
  }
}

function cellOf(base: MatrixBaseId, named: readonly string[], { visible, failed }: MatrixAnswer): MatrixCell {
  const killedBy = [...named.filter((id) => failed.includes(id)), ...failed.filter((id) => !named.includes(id))];
  return { base, visible, killedBy, missedBy: named.filter((id) => !failed.includes(id)) };
}

/**
 * Failures that a fault does not declare. Only the reference service counts: on other bases a fault may fail other
 * checks than `alsoFails` says.
 */
function undeclaredOf(fault: FaultId, cells: readonly MatrixCell[]): readonly string[] {
  const declared = knownFaults().find((mistake) => mistake.fault === fault)?.checks;
  const failed = cells.find(({ base }) => base === 'valid')?.killedBy ?? [];
  return failed.filter((id) => declared?.has(id) !== true);
}

function keyOf({ base, fault = '' as FaultId }: MatrixJob): string {
  return `${base} ${fault}`;
}

/** Reports problems at once, since the whole takes the better part of an hour. */
function tellOfTrouble({ base, fault }: MatrixJob, { failed, visible }: MatrixAnswer): void {
  const isMissed = fault !== undefined && visible && harmlessFaults[base]?.[fault] === undefined && failed.length === 0;
  if (isMissed) console.error(`on ${base} ${fault} is missed`);
  if (fault === undefined && failed.length > 0) console.error(`${base} is accused by ${failed.join(', ')}`);
}
