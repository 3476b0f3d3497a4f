import { isKnownFailure, isOutdated } from './known-failures.ts';
import type { Finding } from './run.ts';

/** How strictly findings are read. */
export type Strictness = {
  /** A failed SHOULD counts as a failed MUST. */
  readonly strict: boolean;
  /** Of these nothing may be not applicable. */
  readonly isRequired: (check: string) => boolean;
};

/**
 * What the findings come to: 1 where a MUST failed (with `strict` a SHOULD too) that is no known failure, or where a
 * known failure is stale or expired; 2 where a MUST is inconclusive or something required was not judged; else 0.
 */
export function exitCodeFor(findings: readonly Finding[], { strict, isRequired }: Strictness): 0 | 1 | 2 {
  const isFailure = (finding: Finding): boolean =>
    finding.verdict.is === 'fail' && (finding.level === 'MUST' || strict) && !isKnownFailure(finding);
  const isOpen = ({ level, verdict, check }: Finding): boolean =>
    (verdict.is === 'inconclusive' && level === 'MUST') || (verdict.is === 'notApplicable' && isRequired(check));
  if (findings.some((finding) => isFailure(finding) || isOutdated(finding))) return 1;
  return findings.some(isOpen) ? 2 : 0;
}
