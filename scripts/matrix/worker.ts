import { findsFault, type Check } from '../../conformance/model/check.ts';
import { everyCheck } from '../../conformance/every.ts';
import { checks } from '../../conformance/index.ts';
import { judgeService } from '../../conformance/judged.testing.ts';
import type { FaultId } from '../../fixtures/faults/index.ts';
import { startService, type Behaviour } from '../../fixtures/service/index.ts';
import { runTour, tours } from '../../fixtures/tours/tours.ts';
import { matrixBehaviour, type MatrixBaseId } from './bases.ts';
import { answerJobs } from './workers.ts';

/** One cell to measure; without a fault, the base itself. With a check, only that check, otherwise all. */
export type MatrixJob = { readonly base: MatrixBaseId; readonly fault?: FaultId; readonly check?: string };

/**
 * `failed`: the checks that fail; for a base without a fault also the MUST checks that are inconclusive, which `open`
 * lists.
 */
export type MatrixAnswer = {
  readonly visible: boolean;
  readonly failed: readonly string[];
  readonly open: readonly string[];
};

/**
 * Timeout in milliseconds for valid bases, which may be slow; with a fault, a service that hangs does so on purpose.
 */
const patientMs = 3_000;

/**
 * Checks that name the fault come first: after two hangs a service is not asked again, and these checks should see the
 * hang.
 */
function namedFirst(fault: FaultId): readonly Check[] {
  const isNamed = (check: Check): boolean => findsFault(check, fault);
  return [...checks.filter(isNamed), ...checks.filter((check) => !isNamed(check))];
}

async function answerTo({ base, fault, check: only }: MatrixJob): Promise<MatrixAnswer> {
  const all = fault === undefined ? checks : namedFirst(fault);
  const findings = await judgeService(
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
  // conformance/matrix.test.ts proves that every fault is visible on the valid service.
  const visible = failed.length > 0 || base === 'valid' || (fault !== undefined && (await isVisible(base, fault)));
  return { visible, failed, open: open.map(({ check }) => check) };
}

const pace = { firstEventMs: 1, gapMs: 3, events: 6 };

/** Whether any tour sees a difference between the base with and without the fault. */
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
    return await runTour(name, service);
  } finally {
    await service.close();
  }
}

answerJobs(answerTo);
