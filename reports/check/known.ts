import type { Expected } from '../../conformance/core/run/known-failure.ts';
import type { Finding, Run } from '../../conformance/core/run/run.ts';
import { clausesOf } from './clauses.ts';

/** A finding that a known-failures file names. */
type Foreseen = Finding & { readonly expected: Expected };

/** What has become of a known failure, in two or three words. */
export const expectedWords: Readonly<Record<Expected['is'], string>> = {
  known: 'known failure',
  stale: 'stale: it passes now',
  expired: 'expired',
  unjudged: 'not judged this time',
};

/** What there is to do about it; empty where there is nothing. */
export const expectedAdvice: Readonly<Record<Expected['is'], string>> = {
  known: '',
  stale: 'take it out of the known failures',
  expired: 'mend it, or give it a new day and a reason',
  unjudged: '',
};

/** True where the failure counts: it is one, and no known failure excuses it. */
export function counts({ verdict, expected }: Finding): boolean {
  return verdict.is === 'fail' && expected?.is !== 'known';
}

/** Every finding that was foreseen, what needs doing first, then in the document's order. */
export function foreseenIn(run: Pick<Run, 'plan' | 'findings'>): readonly Foreseen[] {
  const order = ['stale', 'expired', 'known', 'unjudged'] as const;
  const all = clausesOf(run)
    .flatMap(({ findings }) => findings)
    .filter(isForeseen);
  return order.flatMap((is) => all.filter(({ expected }) => expected.is === is));
}

/** One line: `known failure until 2026-12-31: mended in the next release`. */
export function expectedText({ is, reason, expires }: Expected): string {
  const advice = expectedAdvice[is];
  const day = is === 'expired' ? `on ${expires}` : `until ${expires}`;
  const what = is === 'stale' ? expectedWords.stale : `${expectedWords[is]} ${day}`;
  return `${what}${advice === '' ? '' : `; ${advice}`} (${reason})`;
}

export function isForeseen(finding: Finding): finding is Foreseen {
  return finding.expected !== undefined;
}
