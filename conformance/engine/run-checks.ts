import type { Clause } from '../model/check.ts';
import type { Work } from '../model/work.ts';
import type { Engine } from './engine.ts';
import type { Finding } from '../model/run.ts';

/**
 * Each clause without what holds of every answer, and behind them all the same clauses with nothing but that: it is
 * judged when everything has been answered, and no verdict need wait for it.
 */
export function everyLast(clauses: readonly Clause[]): readonly Clause[] {
  const part = (clause: Clause, isOfEvery: boolean): readonly Clause[] => {
    const checks = clause.checks.filter((check) => (check.ofEvery !== undefined) === isOfEvery);
    return checks.length === 0 ? [] : [{ ...clause, checks, ...(isOfEvery ? { isOfEvery } : {}) }];
  };
  return [false, true].flatMap((isOfEvery) => clauses.flatMap((clause) => part(clause, isOfEvery)));
}

/**
 * Judges all of it, as many probes at a time as the engine's queue lets through. `onClause` gets each clause's findings
 * as soon as all before it are in, so that what is printed keeps the document's order, what holds of every answer last.
 */
export async function runChecks(
  all: readonly Clause[],
  work: Work,
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
    // To make many inputs takes longer than to send them: the first verdict need not wait for it.
    judging.push(clause.isGenerated === true && first !== undefined ? first.then(() => judge(clause)) : judge(clause));
  }
  const observing = Promise.all(work.observations.map((observation) => engine.observe(observation)));
  // They are awaited one after the other below: a later one that breaks first must not end the process unheard.
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
