import type { TriedCases } from '../contract/formats/finding.ts';
import { reasonIn } from '../model/reason.ts';
import type { Finding, Reason } from '../model/run.ts';
import { plainFinding } from './found.ts';
import type { CaseVerdict } from './judge-case.ts';
import type { OperationGone } from './operation-health.ts';
import { minJudgedCases, type Property } from './property.ts';

/**
 * The outcomes of the cases of one property. `isReported`: a finding reports it; `reportedElsewhere`: why another property reports its
 * failures.
 */
export type Tally = {
  generated: number;
  judged: number;
  readonly notJudged: Map<string, number>;
  reason: Reason;
  isReported: boolean;
  reportedElsewhere?: string;
  defect?: string;
};

export function newTally(): Tally {
  return {
    generated: 0,
    judged: 0,
    notJudged: new Map(),
    reason: { because: 'no case of it was tried; more --runs, --time or --max-credits may reach it' },
    isReported: false,
  };
}

export function countVerdict(tally: Tally, verdict: CaseVerdict): void {
  tally.generated += 1;
  if (verdict.is !== 'inconclusive') {
    tally.judged += 1;
    return;
  }
  leftOut(tally, verdict.because);
  if (tally.defect !== undefined) return;
  tally.reason = reasonIn(verdict);
  if (verdict.defect !== undefined) tally.defect = verdict.defect;
}

/** Counts a case that was not judged. */
function leftOut(tally: Tally, because: string): void {
  tally.notJudged.set(because, (tally.notJudged.get(because) ?? 0) + 1);
}

/** Counts a case that was not sent, because its operation is gone. */
export function countUnsent(tally: Tally, because: string): void {
  tally.generated += 1;
  leftOut(tally, because);
}

/** Most reasons that are reported: texts of the target are part of them. */
const mostReasons = 8;

export function triedCasesOf({ generated, judged, notJudged }: Tally): TriedCases {
  const reasons = [...notJudged]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, mostReasons)
    .map(([because, times]) => ({ because, times }));
  return { generated, judged, ...(reasons.length === 0 ? {} : { notJudged: reasons }) };
}

/** How the run ended for a property; `gone`: why its operation no longer accepts anything. */
type PropertyEnd = { readonly gone: OperationGone | undefined; readonly isWholeFile: boolean };

/** The finding of a property that no failure reports, or with which assay itself failed. */
export function remainingFindings(
  property: Property,
  tally: Tally,
  { gone, isWholeFile }: PropertyEnd,
): readonly Finding[] {
  const { generated, judged, reason, isReported, reportedElsewhere, defect } = tally;
  const saying = (told: Reason): Finding => ({
    ...plainFinding(property, { is: 'inconclusive', ...reasonIn(told) }),
    tried: triedCasesOf(tally),
  });
  if (defect !== undefined) return [{ ...saying(reason), defect }];
  if (isReported) return [];
  if (reportedElsewhere !== undefined) return [saying({ because: reportedElsewhere })];
  if (gone !== undefined) return [saying(gone)];
  if (generated === 0) return [saying(reason)];
  const least = isWholeFile ? 1 : minJudgedCases(property);
  if (judged >= least) return [{ ...plainFinding(property, { is: 'pass' }), tried: triedCasesOf(tally) }];
  if (judged === 0) return [saying(reason)];
  if (generated >= least)
    return [saying({ ...reason, because: `too few of its cases could be judged: ${reason.because}` })];
  return [
    saying({
      because: `${judged} of its cases could be judged so far, and at least ${least} are needed: raise --runs, --time or --max-credits`,
    }),
  ];
}
