import { describe, expect, it } from 'vitest';
import { withFault, type FaultId } from '../fixtures/index.ts';
import type { Check } from './model/check.ts';
import type { Finding } from './model/run.ts';
import { everyCheck as checks } from './every.ts';
import { checks as listed } from './index.ts';
import { runOnService } from './judged.testing.ts';
import { shownBy } from './shown-by.testing.ts';
import { shownWrongly } from './shown-rightly.testing.ts';

/** `sample`: of each topic the first fault, and of each clause the first that is found elsewhere; `others`: all the others. */
type MatrixPart = 'sample' | 'others';

const topicOf = ({ id }: Check): string => id.split('/')[0] ?? '';
const clauseOf = ({ id }: Check): string => id.split('.')[0] ?? '';

/** Of each fault the checks that name it as theirs, */
const naming = checks.flatMap((check) => (check.fault === undefined ? [] : [[check.fault, check] as const]));
/** and those that find it among all answers. */
const found = checks.flatMap((check) => (check.alsoFinds ?? []).map((fault) => [fault, check] as const));

type Found = readonly [fault: FaultId, check: Check];

/** The first fault of each topic, or of each clause. */
function firstOf(pairs: readonly Found[], by: (check: Check) => string): ReadonlySet<FaultId> {
  const first = new Map(pairs.toReversed().map(([fault, check]) => [by(check), fault]));
  return new Set(first.values());
}

const sample = { own: firstOf(naming, topicOf), found: firstOf(found, clauseOf) };

/** What the checks of each clause send that need no provisioner: what costs less time first. */
const clauses = [
  ...Map.groupBy(
    listed.filter(({ probe }) => !probe.needs.includes('provisioner')),
    clauseOf,
  ),
].toSorted(([, some], [, others]) => some.length - others.length);

/**
 * Where the check's own probe does not show the mistake, one of these does: those of `shownBy`, if it knows them. Else mostly one of the clause that the fault's name
 * tells, of the check's own, or of one with a topic that it names. A run of everything takes as long as twenty of one clause.
 */
function runsFor(fault: string, check: Check): readonly (readonly Check[])[] {
  const rankOf = ([clause, own]: (typeof clauses)[number]): number => {
    if (fault.includes(clause.replace(/s$/, ''))) return 0;
    if (clause === clauseOf(check)) return 1;
    return own.some((each) => fault.includes(topicOf(each).slice(clause.length + 1))) ? 2 : 3;
  };
  const inOrder = clauses.toSorted((one, other) => rankOf(one) - rankOf(other));
  const known = shownBy[fault]?.[check.id];
  const first = checks.filter((each) => each === check || known?.includes(each.id) === true);
  return [first, ...inOrder.map(([, own]) => [...new Set([...own, check])]), checks];
}

/** Every fault has to fail the checks that name it. Against every check, and on other bases too: npm run matrix. */
export function testMatrix(part: MatrixPart): void {
  const isSample = part === 'sample';
  const own = new Set(naming.map(([fault]) => fault));
  describe('a service with one fault', () => {
    it.each([...own].filter((id) => sample.own.has(id) === isSample))(
      '%s fails the checks that name it',
      failsItsChecks,
    );
  });
  describe('a service with one fault in a place of its own', () => {
    it.each(found.filter(([id]) => sample.found.has(id) === isSample))(
      '%s is found by a check of all answers',
      isFoundElsewhere,
    );
  });
}

async function failsItsChecks(id: FaultId): Promise<void> {
  const run = await runOnService(
    withFault(id),
    checks.filter(({ fault }) => fault === id),
  );
  expect(run.findings.filter(({ verdict }) => verdict.is !== 'fail')).toEqual([]);
  expect(run.findings).not.toEqual([]);
  // Whoever sends the request that is shown again has to meet what is said of it.
  expect(shownWrongly(run)).toEqual([]);
}

async function isFoundElsewhere(fault: FaultId, check: Check): Promise<void> {
  const verdicts: Finding['verdict']['is'][] = [];
  for (const run of runsFor(fault, check)) {
    const { findings, exchanges } = await runOnService(withFault(fault), run);
    const own = findings.filter(({ check: id }) => id === check.id);
    expect(shownWrongly({ findings: own, exchanges })).toEqual([]);
    verdicts.push(...own.map(({ verdict }) => verdict.is));
    if (verdicts.includes('fail')) return;
  }
  const toDo = 'does a request that the check sees meet the fault, or has another to be named in its alsoFinds?';
  expect(verdicts, `${check.id} never failed with ${fault} (${verdicts.length} runs): ${toDo}`).toContain('fail');
}
