import { everyCheck } from '../../conformance/every.ts';
import { wholeRunOn } from '../../conformance/judged.testing.ts';
import type { FaultId } from '../../fixtures/faults/index.ts';
import { matrixBehaviour, type MatrixBaseId } from '../matrix/bases.ts';
import { answerJobs } from '../matrix/workers.ts';
import { findersIn, type Finder } from './known.ts';

/** A fault to look for on a base with these checks, or with all. */
export type QuickJob = { readonly base: MatrixBaseId; readonly fault: FaultId; readonly only?: readonly string[] };

answerJobs(async ({ base, fault, only }: QuickJob): Promise<readonly Finder[]> => {
  const byId = new Map(everyCheck.map((check) => [check.id, check]));
  const checks = only?.flatMap((id) => byId.get(id) ?? []) ?? everyCheck;
  return findersIn(await wholeRunOn(matrixBehaviour(base, fault), checks), checks);
});
