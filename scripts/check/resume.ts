import { addCosts, creditsOf } from '../../conformance/model/costs.ts';
import type { EarlierParts } from '../../conformance/engine/resumed-run.ts';
import type { RunHeader, Spend } from '../../conformance/model/run.ts';
import type { RunWork } from '../../conformance/model/work.ts';
import { everyCheck as checks } from '../../conformance/every.ts';
import { earlierRunOf } from '../../conformance/evidence/resume/earlier-part.ts';
import { pluralize } from '../../reports/text/format.ts';
import type { EarlierPart } from '../results/begun-run.ts';
import type { RunJournal } from '../results/journal.ts';

/** A resumed run, and the part of it that stays valid. */
export type ResumedRun = { readonly begun: EarlierPart; readonly earlier: EarlierParts };

export function resumedRun(begun: EarlierPart): ResumedRun {
  return { begun, earlier: earlierRunOf(begun, checks) };
}

/** The checks and observations that are left. Exchanges that were recorded completely are not sent again. */
export function remainingWork(work: RunWork, resumed: ResumedRun | undefined): RunWork {
  if (resumed === undefined) return work;
  return { ...work, checks: work.checks.filter(({ id }) => !resumed.earlier.findings.has(id)) };
}

/** The most that all parts of a run use: what was used, plus the plan of the rest. */
export function totalAtMost(rest: Spend, resumed: ResumedRun | undefined): Spend {
  if (resumed === undefined) return rest;
  const sum = addCosts(resumed.earlier.used, rest);
  return { ...sum, credits: creditsOf(sum) };
}

/** What the journal holds when a run goes on. */
export function journalToContinue({ begun, earlier }: ResumedRun): Omit<RunJournal['kept'], 'header'> {
  const { exchanges, journalEntries } = begun;
  return { findings: [...earlier.findings.values()], exchanges, journalEntries };
}

/** The header of a resumed run: the time in which it stood still does not count. */
export function resumedHeader(now: RunHeader, resumed: ResumedRun | undefined): RunHeader {
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

export function resumedLine({ begun, earlier }: ResumedRun, rest: Spend): string {
  const { length } = begun.header.plan.checks;
  return `continues ${begun.path}: ${earlier.findings.size} of ${pluralize(length, 'check')} judged, the rest costs at most ${pluralize(rest.credits, 'credit')}`;
}
