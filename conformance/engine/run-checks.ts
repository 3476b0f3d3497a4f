import type { Clause } from '../model/check.ts';
import type { RunWork } from '../model/work.ts';
import type { Engine } from './engine.ts';
import type { Finding } from '../model/run.ts';

/**
 * Each clause without its checks of every answer, and behind all of them the same clauses with only those checks: they
 * are judged when everything has been answered, and no other verdict has to wait for them.
 */
export function everyLast(clauses: readonly Clause[]): readonly Clause[] {
  const part = (clause: Clause, isOfEvery: boolean): readonly Clause[] => {
    const checks = clause.checks.filter((check) => (check.ofEvery !== undefined) === isOfEvery);
    return checks.length === 0 ? [] : [{ ...clause, checks, ...(isOfEvery ? { isOfEvery } : {}) }];
  };
  return [false, true].flatMap((isOfEvery) => clauses.flatMap((clause) => part(clause, isOfEvery)));
}

/**
 * Judges all clauses, with as many probes at a time as the engine's queue lets through. `onClause` gets the findings of
 * a clause as soon as those of all clauses before it are there: so the output keeps the document's order, with the
 * checks of every answer last.
 */
export async function runChecks(
  all: readonly Clause[],
  work: RunWork,
  engine: Engine,
  onClause: (clause: Clause, findings: readonly Finding[]) => void,
): Promise<readonly Finding[]> {
  const clauses = everyLast(all);
  const chosen = new Set(work.checks);
  const judge = ({ checks }: Clause): Promise<readonly Finding[]> =>
    Promise.all(checks.filter((check) => chosen.has(check)).map((check) => engine.judge(check)));
  if (work.first !== undefined) engine.lineUpFirst(work.first);
  const judging: Promise<readonly Finding[]>[] = [];
  for (const clause of clauses) {
    const [first] = judging;
    // Many generated inputs take longer to make than to send: the first verdict does not wait for them.
    judging.push(clause.isGenerated === true && first !== undefined ? first.then(() => judge(clause)) : judge(clause));
  }
  const observing = Promise.all(work.observations.map((observation) => engine.observe(observation)));
  // The promises are awaited one after the other below: one that rejects early must not end the process as an unhandled
  // rejection.
  for (const promise of [...judging, observing]) promise.catch(() => undefined);
  const findings: Finding[] = [];
  for (const [at, clause] of clauses.entries()) {
    const own = (await judging[at]) ?? [];
    if (own.length > 0) onClause(clause, own);
    findings.push(...own);
  }
  await observing;
  return findings;
}
