import type { Finding, KnownFailureState, Run } from '../../conformance/model/run.ts';
import { clausesOf } from './clauses.ts';

/** A finding that a known-failures file names. */
type KnownFailing = Finding & { readonly knownFailure: KnownFailureState };

/** What has become of a known failure, in two or three words. */
export const knownFailureWords: Readonly<Record<KnownFailureState['is'], string>> = {
  known: 'known failure',
  stale: 'stale: it passes now',
  expired: 'expired',
  passed: 'passed this time; its inputs are drawn',
  inconclusive: 'not judged this time',
};

/** What there is to do about it; empty where there is nothing. */
export const knownFailureAdvice: Readonly<Record<KnownFailureState['is'], string>> = {
  known: '',
  stale: 'take it out of the known failures',
  expired: 'fix it, or give it a new day and a reason',
  passed: '',
  inconclusive: '',
};

/** True where the failure counts: it is one, and no known failure excuses it. */
export function isUnexcusedFailure({ verdict, knownFailure }: Finding): boolean {
  return verdict.is === 'fail' && knownFailure?.is !== 'known';
}

/** Every finding of a known failure, what needs doing first, then in the document's order. */
export function knownFailuresIn(run: Pick<Run, 'plan' | 'findings'>): readonly KnownFailing[] {
  const order = ['stale', 'expired', 'known', 'passed', 'inconclusive'] as const;
  const all = clausesOf(run)
    .flatMap(({ findings }) => findings)
    .filter(isKnownFailure);
  return order.flatMap((is) => all.filter(({ knownFailure }) => knownFailure.is === is));
}

/** One line: `known failure until 2026-12-31: fixed in the next release`. */
export function knownFailureText({ is, reason, expires, as }: KnownFailureState): string {
  if (is === 'passed') return `known failure until ${expires}, passed this time: its inputs are drawn (${reason})`;
  if (as !== undefined)
    return `known failure until ${expires}: generated inputs that show what ${as} shows (${reason})`;
  const advice = knownFailureAdvice[is];
  const day = is === 'expired' ? `on ${expires}` : `until ${expires}`;
  const what = is === 'stale' ? knownFailureWords.stale : `${knownFailureWords[is]} ${day}`;
  return `${what}${advice === '' ? '' : `; ${advice}`} (${reason})`;
}

export function isKnownFailure(finding: Finding): finding is KnownFailing {
  return finding.knownFailure !== undefined;
}

/** A known failure that its file is to be fixed for, whatever the verdict. */
export function isOutdated({ knownFailure }: Pick<Finding, 'knownFailure'>): boolean {
  return knownFailure?.is === 'stale' || knownFailure?.is === 'expired';
}

/** True of what was not judged for a known failure alone. */
export function isBlockedByKnownFailure({ verdict }: Pick<Finding, 'verdict'>): boolean {
  return verdict.is === 'notApplicable' && verdict.about?.is === 'knownFailure';
}
