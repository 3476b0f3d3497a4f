import type { Finding, Run } from '../../conformance/model/run.ts';
import { becauseOf, causesToFix, failuresOf } from './clauses.ts';

/** Failures that are told together: those of one cause, the one that shows it best first. */
export type Told = {
  readonly title: string;
  readonly likely: Run['causes'][number]['likely'];
  readonly findings: readonly Finding[];
};

/** Every failure that is to be fixed, once: by its cause, or by itself where the run names none. */
export function toldTogether(run: Pick<Run, 'plan' | 'findings' | 'strict' | 'causes'>): readonly Told[] {
  const told = new Set<Finding>();
  const byCause = causesToFix(run).flatMap(({ cause: { title, likely }, findings }) => {
    const fresh = findings.filter((finding) => !told.has(finding));
    for (const finding of fresh) told.add(finding);
    return fresh.length === 0 ? [] : [{ title, likely, findings: fresh }];
  });
  const others = failuresOf(run).filter((finding) => !told.has(finding));
  return [...byCause, ...others.map((finding) => ({ title: becauseOf(finding), likely: [], findings: [finding] }))];
}
