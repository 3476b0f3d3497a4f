import type { Check, Mismatch, Seen, SmallerCase } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { kindOfSubject } from '../../model/mismatch.ts';
import type { Finding } from '../../model/run.ts';
import { decisiveExchange, reportedMismatches } from './decisive.ts';
import type { Evidence, Judged } from './judge.ts';
import { againOf, reproductionOf } from './reproduction.ts';

/** A verdict with what it rests on. */
export type Decided = Judged & {
  readonly evidence: Evidence;
  readonly decisive?: Exchange;
  readonly defect?: string;
  readonly case?: ShownCase;
};

/** Which of several cases a finding shows, counted from 1; `smaller` is shown in its place. */
export type ShownCase = {
  readonly index: number;
  readonly of: number;
  /** What it got. */
  readonly seen: Seen;
  readonly smaller: SmallerCase;
};

/** What is told of a check; where a smaller case was found, it comes first, and is what is sent again. */
export function findingOf(check: Check, decided: Decided, folder: string | undefined): Finding {
  const { verdict, mismatches, controls, evidence, defect, case: shownCase } = decided;
  const { seen, unrecoverable = [], livenessCheck } = evidence;
  const smaller = shownCase !== undefined && 'seen' in shownCase.smaller ? shownCase.smaller : undefined;
  const decisive =
    smaller === undefined
      ? (decided.decisive ?? shownBy(mismatches, evidence))
      : decisiveExchange(smaller.mismatches, smaller.seen);
  const shown = [
    ...unrecoverable,
    ...seen,
    ...(livenessCheck === undefined ? [] : [livenessCheck]),
    ...(smaller?.seen ?? []),
  ];
  const reported = reportedMismatches(mismatches, [...unrecoverable, ...seen]);
  const before = smaller === undefined ? undefined : reportedMismatches(smaller.mismatches, smaller.seen);
  const shownIn = smaller === undefined ? evidence : aloneWith(smaller.seen);
  const isOfStatus = mismatches.length > 0 && mismatches.every((mismatch) => kindOfSubject(mismatch) === 'status');
  const reproduction = reproductionOf(check, decisive, shownIn, folder, isOfStatus);
  const isCurlOfFailure = verdict.is === 'fail' && reproduction.reproduceBy === 'curl';
  const again = isCurlOfFailure ? againOf(check, decisive, shownIn, folder) : undefined;
  return {
    check: check.id,
    clause: check.clause,
    also: check.also,
    level: check.level,
    title: check.title,
    requirement: check.requirement,
    ...(check.doneBy === undefined ? {} : { doneBy: check.doneBy }),
    verdict,
    ...reported,
    mismatches: [...(before?.mismatches ?? []), ...reported.mismatches],
    exchanges: shown.map(({ id }) => id),
    ...(controls === undefined ? {} : { controls }),
    ...reproduction,
    ...(again === undefined ? {} : { again }),
    ...(defect === undefined ? {} : { defect }),
    ...(decisive === undefined || shown.length < 2 ? {} : { reproduces: decisive.id }),
    ...(shownCase === undefined ? {} : { case: reportedCase(shownCase) }),
    ...(shownCase?.smaller.input === undefined ? {} : { input: shownCase.smaller.input }),
  };
}

function aloneWith(seen: Seen): Evidence {
  return { seen, judges402: [] };
}

function reportedCase({ index, of, seen, smaller }: ShownCase): NonNullable<Finding['case']> {
  const how = 'because' in smaller ? { asSent: smaller.because } : { smaller: true as const };
  const shown = 'because' in smaller ? seen : smaller.seen;
  return { index, of, ...how, ...(shown.length === 1 ? {} : { exchanges: shown.map(({ id }) => id) }) };
}

function shownBy(mismatches: readonly Mismatch[], { seen, unrecoverable = [] }: Evidence): Exchange | undefined {
  return decisiveExchange(mismatches, [...unrecoverable, ...seen]);
}
