import type { Check, Mismatch, SmallerCase } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Finding } from '../../model/run.ts';
import { caseShown, decisiveOf, toldOf } from './decisive.ts';
import type { Evidence, Judged } from './judge.ts';
import { reproductionOf } from './reproduction.ts';

/** A verdict with what it rests on. */
export type Decided = Judged & {
  readonly evidence: Evidence;
  readonly decisive?: Exchange;
  readonly defect?: string;
  readonly smaller?: SmallerCase;
};

/** What is told of a check; where a smaller case was found, it comes first, and is what is sent again. */
export function findingOf(check: Check, decided: Decided, folder: string | undefined): Finding {
  const { verdict, mismatches, controls, evidence, defect, smaller } = decided;
  const { seen, inexcusable = [], livenessCheck } = evidence;
  const decisive = smaller?.exchange ?? decided.decisive ?? shownBy(mismatches, evidence);
  const shown = [
    ...inexcusable,
    ...seen,
    ...(livenessCheck === undefined ? [] : [livenessCheck]),
    ...(smaller === undefined ? [] : [smaller.exchange]),
  ];
  const told = toldOf(mismatches, [...inexcusable, ...seen]);
  const before = smaller === undefined ? [] : toldOf(smaller.mismatches, [smaller.exchange]).mismatches;
  return {
    check: check.id,
    clause: check.clause,
    also: check.also,
    level: check.level,
    title: check.title,
    requirement: check.requirement,
    ...(check.doneBy === undefined ? {} : { doneBy: check.doneBy }),
    verdict,
    ...told,
    mismatches: [...before, ...told.mismatches],
    exchanges: shown.map(({ id }) => id),
    ...(controls === undefined ? {} : { controls }),
    reproduce: reproductionOf(check, decisive, evidence, folder),
    ...(defect === undefined ? {} : { defect }),
    ...(decisive === undefined || shown.length < 2 ? {} : { reproduces: decisive.id }),
    ...(check.probe.isCases === true ? caseShown(told.mismatches, seen, smaller !== undefined) : {}),
  };
}

function shownBy(mismatches: readonly Mismatch[], { seen, inexcusable = [] }: Evidence): Exchange | undefined {
  return decisiveOf(mismatches, [...inexcusable, ...seen]);
}
