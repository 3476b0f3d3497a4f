import { everyCheck } from '../../conformance/every.ts';
import { runOnService } from '../../conformance/judged.testing.ts';
import type { FaultId } from '../../fixtures/faults/index.ts';
import { matrixBehaviour, type MatrixBaseId } from '../matrix/bases.ts';
import { answerJobs } from '../matrix/workers.ts';
import { findingChecksIn, type FindingCheck } from './known.ts';

/** A fault to look for on a base with these checks, or with all. */
export type QuickJob = { readonly base: MatrixBaseId; readonly fault: FaultId; readonly only?: readonly string[] };

answerJobs(async ({ base, fault, only }: QuickJob): Promise<readonly FindingCheck[]> => {
  const byId = new Map(everyCheck.map((check) => [check.id, check]));
  const checks = only?.flatMap((id) => byId.get(id) ?? []) ?? everyCheck;
  return findingChecksIn(await runOnService(matrixBehaviour(base, fault), checks), checks);
});
