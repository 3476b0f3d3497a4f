import type { Finding, Run } from '../../conformance/model/run.ts';
import { counted } from '../text/format.ts';
import { becauseOf, causesToFix, failuresOf } from './clauses.ts';

/** Failures that are told together: those of one cause, the one that shows it best first. */
export type Told = Pick<Run['causes'][number], 'since' | 'common' | 'similar'> & {
  readonly title: string;
  readonly findings: readonly Finding[];
};

/**
 * `5 failures, 2 causes (1 of a SHOULD alone)`: a headline counts only what fails the run. Without the causes where each
 * failure is one.
 */
export function failuresTitle(all: readonly Told[]): string {
  const failures = all.reduce((sum, { findings }) => sum + findings.length, 0);
  const shoulds = all.filter(({ findings }) => findings.every(({ level }) => level === 'SHOULD')).length;
  const causes = failures === all.length ? '' : `, ${counted(all.length, 'cause')}`;
  const which = shoulds === 0 || shoulds === all.length ? '' : ` (${shoulds} of a SHOULD alone)`;
  return `${counted(failures, 'failure')}${causes}${which}`;
}

/** `3 more checks fail with it`. */
export function alsoFail(others: number): string {
  return `${counted(others, 'more check')} ${others === 1 ? 'fails' : 'fail'} with it`;
}

/** Every failure that is to be fixed, once: by its cause, or by itself where the run names none. */
export function failureGroups(run: Pick<Run, 'plan' | 'findings' | 'strict' | 'causes'>): readonly Told[] {
  const told = new Set<Finding>();
  const byCause = causesToFix(run).flatMap(({ cause: { title, similar, since, common }, findings }) => {
    const fresh = findings.filter((finding) => !told.has(finding));
    for (const finding of fresh) told.add(finding);
    return fresh.length === 0
      ? []
      : [{ title, ...(similar && { similar }), ...(since && { since }), ...(common && { common }), findings: fresh }];
  });
  const others = failuresOf(run).filter((finding) => !told.has(finding));
  return [...byCause, ...others.map((finding) => ({ title: becauseOf(finding), findings: [finding] }))];
}
