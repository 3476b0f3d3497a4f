import { addCosts, creditsOf } from '../../conformance/model/costs.ts';
import type { Earlier } from '../../conformance/engine/resumed-run.ts';
import type { RunHeader, Spend } from '../../conformance/model/run.ts';
import type { Work } from '../../conformance/model/work.ts';
import { everyCheck as checks } from '../../conformance/every.ts';
import { earlierIn } from '../../conformance/evidence/resume/earlier-part.ts';
import { counted } from '../../reports/text/format.ts';
import type { BegunRun } from '../results/begun-run.ts';
import type { KeptJournal } from '../results/journal.ts';

/** A resumed run, and the part of it that stays valid. */
export type Resumed = { readonly begun: BegunRun; readonly earlier: Earlier };

export function resumedFrom(begun: BegunRun): Resumed {
  return { begun, earlier: earlierIn(begun, checks) };
}

/** The checks and observations that are left. Exchanges that were recorded completely are not sent again. */
export function restOf(work: Work, resumed: Resumed | undefined): Work {
  if (resumed === undefined) return work;
  return { ...work, checks: work.checks.filter(({ id }) => !resumed.earlier.findings.has(id)) };
}

/** The most that all parts of a run use: what was used, plus the plan of the rest. */
export function atMostOf(rest: Spend, resumed: Resumed | undefined): Spend {
  if (resumed === undefined) return rest;
  const sum = addCosts(resumed.earlier.used, rest);
  return { ...sum, credits: creditsOf(sum) };
}

/** What the journal holds when a run goes on. */
export function keptOf({ begun, earlier }: Resumed): Omit<KeptJournal['kept'], 'header'> {
  const { exchanges, journalEntries } = begun;
  return { findings: [...earlier.findings.values()], exchanges, journalEntries };
}

/** The header of a resumed run: the time in which it stood still does not count. */
export function headerGoingOn(now: RunHeader, resumed: Resumed | undefined): RunHeader {
  if (resumed === undefined) return now;
  const { header, endedAt } = resumed.begun;
  const { startedAt, label, passedBefore, pauses = [] } = header;
  return {
    ...now,
    ...(now.label === undefined && label !== undefined && { label }),
    ...(passedBefore !== undefined && { passedBefore }),
    startedAt,
    pauses: [...pauses, { from: endedAt, to: now.startedAt }],
  };
}

export function resumedLine({ begun, earlier }: Resumed, rest: Spend): string {
  const { length } = begun.header.plan.checks;
  return `continues ${begun.path}: ${earlier.findings.size} of ${counted(length, 'check')} judged, the rest costs at most ${counted(rest.credits, 'credit')}`;
}
