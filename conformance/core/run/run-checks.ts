import type { Check, Clause, Observation } from '../check.ts';
import type { Engine } from '../engine.ts';
import type { Finding } from './run.ts';

/** What a run does: the checks to report, and the observations to send for. */
export type Work = { readonly checks: readonly Check[]; readonly observations: readonly Observation[] };

/**
 * Judges all of it, as many probes at a time as the engine's gate lets through. `onClause` gets each clause's findings
 * as soon as all before it are in, so that what is printed keeps the document's order.
 */
export async function runChecks(
  clauses: readonly Clause[],
  work: Work,
  engine: Engine,
  onClause: (clause: Clause, findings: readonly Finding[]) => void,
): Promise<readonly Finding[]> {
  const chosen = new Set(work.checks);
  const judge = ({ checks }: Clause): Promise<readonly Finding[]> =>
    Promise.all(checks.filter((check) => chosen.has(check)).map((check) => engine.judge(check)));
  const judging: Promise<readonly Finding[]>[] = [];
  for (const clause of clauses) {
    const [first] = judging;
    // To make many inputs takes longer than to send them: the first verdict need not wait for it.
    judging.push(clause.isGenerated === true && first !== undefined ? first.then(() => judge(clause)) : judge(clause));
  }
  const observing = Promise.all(work.observations.map((observation) => engine.observe(observation)));
  // They are awaited one after the other below: a later one that breaks first must not end the process unheard.
  for (const promise of [...judging, observing]) promise.catch(() => undefined);
  const all: Finding[] = [];
  for (const [at, clause] of clauses.entries()) {
    const findings = (await judging[at]) ?? [];
    if (findings.length > 0) onClause(clause, findings);
    all.push(...findings);
  }
  await observing;
  return all;
}
