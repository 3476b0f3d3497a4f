import { hasToBeJudged, isWeighed, type Strict } from '../../model/level.ts';
import { isKnownFailure, isOutdated } from './known-failures.ts';
import type { Check } from '../../model/check.ts';
import type { Finding } from '../../model/run.ts';

/** How strictly findings are read. */
export type Strictness = {
  /** Which levels count as MUST does. */
  readonly strict: Strict;
  /** Of these nothing may be not applicable. */
  readonly isRequired: (finding: Finding) => boolean;
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
  const isUnjudged = (finding: Finding): boolean =>
    (finding.verdict.is === 'inconclusive' && hasToBeJudged(finding.level, strict)) ||
    (finding.verdict.is === 'notApplicable' && isRequired(finding));
  if (findings.some((finding) => isFailure(finding) || isOutdated(finding))) return 1;
  return findings.some(isUnjudged) ? 2 : 0;
}

/**
 * Whether a rule of every answer does not apply since all answers leave open what it is about, such as the frames of a FLAC
 * that comes in an Ogg: nothing is missing that somebody could give. `rules` are the checks of every answer.
 */
export function isLeftOpen({ check, verdict }: Finding, rules: ReadonlySet<string>): boolean {
  return rules.has(check) && verdict.is === 'notApplicable' && verdict.about === undefined;
}

/** The checks of every answer among these. */
export function rulesIn(checks: readonly Pick<Check, 'id' | 'ofEvery'>[]): ReadonlySet<string> {
  return new Set(checks.flatMap(({ id, ofEvery }) => (ofEvery === undefined ? [] : [id])));
}
