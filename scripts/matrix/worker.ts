import { isFoundBy, type Check } from '../../conformance/model/check.ts';
import { everyCheck } from '../../conformance/every.ts';
import { checks } from '../../conformance/index.ts';
import { judgedOn } from '../../conformance/judged.testing.ts';
import type { FaultId } from '../../fixtures/faults/index.ts';
import { startService, type Behaviour } from '../../fixtures/service/index.ts';
import { tourOf, tours } from '../../fixtures/tours/tours.ts';
import { matrixBehaviour, type MatrixBaseId } from './bases.ts';
import { answerJobs } from './workers.ts';

/** One cell to measure; without a fault the base itself. With a check by that one alone, else by all. */
export type MatrixJob = { readonly base: MatrixBaseId; readonly fault?: FaultId; readonly check?: string };

/** `failed` are the checks that fail; of a base without a fault also MUST checks that are inconclusive, which `open` are. */
export type MatrixAnswer = {
  readonly visible: boolean;
  readonly failed: readonly string[];
  readonly open: readonly string[];
};

/** Valid bases may take their time; with a fault, what hangs is meant to. */
const patientMs = 3_000;

/** What hangs twice is not asked again: the checks that name the fault are to be the ones that see it. */
function namedFirst(fault: FaultId): readonly Check[] {
  const isNamed = (check: Check): boolean => isFoundBy(check, fault);
  return [...checks.filter(isNamed), ...checks.filter((check) => !isNamed(check))];
}

async function answerTo({ base, fault, check: only }: MatrixJob): Promise<MatrixAnswer> {
  const all = fault === undefined ? checks : namedFirst(fault);
  const findings = await judgedOn(
    matrixBehaviour(base, ...(fault === undefined ? [] : [fault])),
    only === undefined ? all : everyCheck.filter(({ id }) => id === only),
    fault === undefined ? { timeoutMs: patientMs } : {},
  );
  const open = findings.filter(
    ({ verdict, level }) => fault === undefined && verdict.is === 'inconclusive' && level === 'MUST',
  );
  const failed = findings
    .filter((finding) => finding.verdict.is === 'fail' || open.includes(finding))
    .map(({ check }) => check);
  // conformance/matrix.test.ts holds that every fault shows on the valid service.
  const visible = failed.length > 0 || base === 'valid' || (fault !== undefined && (await isVisible(base, fault)));
  return { visible, failed, open: open.map(({ check }) => check) };
}

const pace = { firstEventMs: 1, gapMs: 3, events: 6 };

/** Whether any tour tells the base with the fault from the base without it. */
async function isVisible(base: MatrixBaseId, fault: FaultId): Promise<boolean> {
  for (const tour of Object.keys(tours)) {
    const without = await tourThrough(tour, matrixBehaviour(base));
    if (without !== (await tourThrough(tour, matrixBehaviour(base, fault)))) return true;
  }
  return false;
}

async function tourThrough(name: string, behaviour: Behaviour): Promise<string> {
  const service = await startService({ seed: 1, behaviour, pace });
  try {
    return await tourOf(name, service);
  } finally {
    await service.close();
  }
}

answerJobs(answerTo);
