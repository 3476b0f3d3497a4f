import { mustBeJudged, countsForExitCode, type Strict } from '../../model/level.ts';
import { isKnownFailure, isOutdated } from './known-failures.ts';
import type { Check } from '../../model/check.ts';
import type { Finding } from '../../model/run.ts';

/** How strictly findings are read. */
export type Strictness = {
  /** Which levels count as MUST does. */
  readonly strict: Strict;
  /** True for a finding that may not be "not applicable". */
  readonly isRequired: (finding: Finding) => boolean;
};

/**
 * The exit code of the findings. 70 where assay itself had a defect. 1 where a check failed whose level counts (MUST,
 * with `strict` others too) and that is no known failure, or where a known failure is stale or expired. 2 where a MUST,
 * with `strict` also an HTTP obligation, is inconclusive, or something required was not judged. Otherwise 0.
 */
export function exitCodeFor(findings: readonly Finding[], { strict, isRequired }: Strictness): 0 | 1 | 2 | 70 {
  if (findings.some(({ defect }) => defect !== undefined)) return 70;
  const isFailure = (finding: Finding): boolean =>
    finding.verdict.is === 'fail' && countsForExitCode(finding.level, strict) && !isKnownFailure(finding);
  const isUnjudged = (finding: Finding): boolean =>
    (finding.verdict.is === 'inconclusive' && mustBeJudged(finding.level, strict)) ||
    (finding.verdict.is === 'notApplicable' && isRequired(finding));
  if (findings.some((finding) => isFailure(finding) || isOutdated(finding))) return 1;
  return findings.some(isUnjudged) ? 2 : 0;
}

/**
 * Whether a check of every answer does not apply because all answers leave its subject open, such as the frames of a
 * FLAC in an Ogg: nothing that the user could give is missing. `rules` are the checks of every answer.
 */
export function isLeftOpen({ check, verdict }: Finding, rules: ReadonlySet<string>): boolean {
  return rules.has(check) && verdict.is === 'notApplicable' && verdict.about === undefined;
}

/** The ids of those of these checks that are about every answer. */
export function rulesIn(checks: readonly Pick<Check, 'id' | 'ofEvery'>[]): ReadonlySet<string> {
  return new Set(checks.flatMap(({ id, ofEvery }) => (ofEvery === undefined ? [] : [id])));
}
