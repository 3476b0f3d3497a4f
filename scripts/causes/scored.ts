import { everyCheck } from '../../conformance/every.ts';
import type { KnownFault } from '../../conformance/engine/causes/likely.ts';
import type { Finding, Run } from '../../conformance/model/run.ts';
import type { FaultId } from '../../fixtures/faults/index.ts';
import { knownFaults } from '../content/known-faults.ts';
import type { ReportedRun } from './reported.ts';

/** How well a run with these faults is reported. */
export type ReportScore = {
  readonly faults: readonly FaultId[];
  readonly causes: number;
  readonly lines: number;
  /** The first cause names a clause of a check that is meant to find one of the faults. */
  readonly isOfItsClause: boolean;
  /** The likeliest fault of the first cause is one of them, or an equivalent one. */
  readonly isNamed: boolean;
  /**
   * Each fault leads a cause of its own, and no cause mixes failures that only one fault has with failures that only
   * the other has.
   */
  readonly isApart: boolean;
  readonly title: string;
};

const byFault = new Map(knownFaults().map((each) => [each.fault, each]));
const byId = new Map(everyCheck.map((check) => [check.id, check]));

export function scoreReport(faults: readonly FaultId[], { run, lines }: ReportedRun): ReportScore {
  const [first] = run.causes;
  const lead = run.findings.find(({ check }) => check === first?.checks[0]);
  const cited = new Set(faults.flatMap((id) => byFault.get(id)?.named ?? []).flatMap(clausesOf));
  const likely = first?.likely[0]?.fault;
  return {
    faults,
    causes: run.causes.length,
    lines,
    isOfItsClause: lead !== undefined && clausesOf(lead.check).some((clause) => cited.has(clause)),
    isNamed: likely !== undefined && faults.some((id) => id === likely || areAlike(id, likely)),
    isApart: isToldApart(faults, run.causes),
    title: first?.title ?? '',
  };
}

function isToldApart(faults: readonly FaultId[], causes: Run['causes']): boolean {
  const all = faults.flatMap((id) => byFault.get(id) ?? []);
  const isOnlyOf = (fault: KnownFault, check: string): boolean =>
    all.every((each) => each.checks.has(check) === (each === fault));
  const ownIn = (checks: readonly string[]): readonly KnownFault[] =>
    all.filter((fault) => checks.some((check) => isOnlyOf(fault, check)));
  const led = new Set(causes.flatMap(({ checks }) => ownIn(checks.slice(0, 1))));
  return causes.every(({ checks }) => ownIn(checks).length < 2) && led.size === all.length;
}

/** True where a check that is meant to find the fault failed. */
export function isShown(fault: FaultId, findings: readonly Finding[]): boolean {
  const named = byFault.get(fault)?.named ?? [];
  return findings.some(({ check, verdict }) => verdict.is === 'fail' && named.includes(check));
}

function clausesOf(id: string): readonly string[] {
  const check = byId.get(id);
  return check === undefined ? [] : [check.clause, ...check.also];
}

function areAlike(one: string, other: string): boolean {
  const [own, others] = [byFault.get(one)?.checks, byFault.get(other)?.checks];
  return own !== undefined && own.size === others?.size && [...own].every((id) => others.has(id));
}
