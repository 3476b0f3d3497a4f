import type { About, Finding, Run } from '../../conformance/model/run.ts';
import { findingsThat } from './clauses.ts';
import { plainMismatch } from './plain-mismatch.ts';

/** A reason why checks were not judged, with these checks. */
export type Inconclusive = {
  readonly is: 'inconclusive' | 'notApplicable';
  readonly because: string;
  readonly findings: readonly Finding[];
};

/** The checks that were not judged, by reason: inconclusive before not applicable, the most frequent reason first. */
export function inconclusiveOf(run: Pick<Run, 'plan' | 'findings'>): readonly Inconclusive[] {
  return (['inconclusive', 'notApplicable'] as const).flatMap((is) => {
    const groups = Map.groupBy(findingsThat(is, run), reasonOf);
    return [...groups.values()]
      .map((findings) => ({ is, because: jointReason(findings), findings }))
      .toSorted((a, b) => b.findings.length - a.findings.length);
  });
}

/** Why a finding is not a pass, without the names of exchanges; empty for a pass. */
export function becauseOf(finding: Finding): string {
  const { verdict } = finding;
  if (verdict.is === 'pass') return '';
  return plainMismatch({ subject: '', expected: '', observed: verdict.because }, finding).observed;
}

/** The fields of the reason of an inconclusive or not applicable verdict. */
export function reasonDetails({ verdict }: Finding): About | undefined {
  return verdict.is === 'inconclusive' || verdict.is === 'notApplicable' ? verdict.about : undefined;
}

/** The reason of a finding as a key; the same for all that the credits did not reach. */
export function reasonOf(finding: Finding): string {
  return reasonDetails(finding)?.is === 'credits' ? 'credits' : becauseOf(finding);
}

/** One sentence for findings of one reason, the most frequent one. */
export function jointReason(findings: readonly Finding[]): string {
  const own = [...Map.groupBy(findings, becauseOf)].toSorted(([, a], [, b]) => b.length - a.length);
  const abouts = findings.map(reasonDetails);
  if (own.length < 2 || !abouts.every((about) => about?.is === 'credits')) return own[0]?.[0] ?? '';
  const enough = Math.max(...abouts.map(({ needed }) => needed));
  return `each can cost more credits than are left for this run; --max-credits ${enough} is enough for all`;
}
