import { hasToBeJudged, isWeighed, type Strict } from '../../model/level.ts';
import { isKnownFailure, isOutdated } from './known-failures.ts';
import type { Finding } from '../../model/run.ts';

/** How strictly findings are read. */
export type Strictness = {
  /** Which levels count as MUST does. */
  readonly strict: Strict;
  /** Of these nothing may be not applicable. */
  readonly isRequired: (check: string) => boolean;
};

/**
 * What the findings come to: 70 where assay itself erred, 1 where a check failed whose level counts (MUST, with `strict` others too) and that is no
 * known failure, or where a known failure is stale or expired; 2 where a MUST, with `strict` also an HTTP obligation, is
 * inconclusive, or something required was not judged; else 0.
 */
export function exitCodeFor(findings: readonly Finding[], { strict, isRequired }: Strictness): 0 | 1 | 2 | 70 {
  if (findings.some(({ defect }) => defect !== undefined)) return 70;
  const isFailure = (finding: Finding): boolean =>
    finding.verdict.is === 'fail' && isWeighed(finding.level, strict) && !isKnownFailure(finding);
  const isUnspecified = ({ level, verdict, check }: Finding): boolean =>
    (verdict.is === 'inconclusive' && hasToBeJudged(level, strict)) ||
    (verdict.is === 'notApplicable' && isRequired(check));
  if (findings.some((finding) => isFailure(finding) || isOutdated(finding))) return 1;
  return findings.some(isUnspecified) ? 2 : 0;
}
