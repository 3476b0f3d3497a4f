import { checkOf } from '../text/defects.ts';
import type { Finding, Run, Verdict } from '../../conformance/model/run.ts';
import { heaviestFirst, isUncountedHttp } from './levels.ts';

/** The findings of one numbered section about one topic, as a report shows them together. */
export type ClauseResult = { readonly clause: string; readonly topic: string; readonly findings: readonly Finding[] };

/** A check's id is `<topic>/<name>`. */
export function topicOf(check: string): string {
  return check.slice(0, Math.max(check.indexOf('/'), 0)) || check;
}

/** The part of a check's id after its topic. */
export function nameOfCheck(check: string): string {
  return check.slice(check.indexOf('/') + 1);
}

/**
 * Findings by clause and topic, in the document's order; within a clause as they were planned, not as they finished.
 */
export function clausesOf(run: Pick<Run, 'plan' | 'findings'>): readonly ClauseResult[] {
  const groups = Map.groupBy(planned(run), ({ clause, check }) => `${clause} ${topicOf(check)}`);
  return [...groups.values()]
    .flatMap((findings) => {
      const [first] = findings;
      return first === undefined ? [] : [{ clause: first.clause, topic: topicOf(first.check), findings }];
    })
    .toSorted((a, b) => inDocument(a.clause, b.clause));
}

/** The findings of one verdict, those of a heavier level first, within one in the document's order. */
export function findingsThat(is: Verdict['is'], run: Pick<Run, 'plan' | 'findings'>): readonly Finding[] {
  return heaviestFirst(clausesOf(run).flatMap(({ findings }) => findings.filter(({ verdict }) => verdict.is === is)));
}

/** The failures to fix: not known failures, and not HTTP obligations that decide nothing. */
export function failuresOf(run: Pick<Run, 'plan' | 'findings' | 'strict'>): readonly Finding[] {
  return notKnown(run).filter((finding) => !isUncountedHttp(finding, run));
}

/** A cause with those of its failures that are shown together. */
export type CauseToFix = {
  readonly cause: Run['causes'][number];
  readonly findings: readonly Finding[];
};

/**
 * The causes of these failures, or of all failures to fix, each with its findings, the one that shows it best first.
 */
export function causesToFix(
  run: Pick<Run, 'plan' | 'findings' | 'strict' | 'causes'>,
  failures: readonly Finding[] = failuresOf(run),
): readonly CauseToFix[] {
  const byCheck = Map.groupBy(failures, ({ check }) => check);
  return run.causes.flatMap((cause) => {
    const findings = cause.checks.flatMap((id) => byCheck.get(id) ?? []);
    const checks = cause.checks.filter((id) => byCheck.has(id));
    return findings.length === 0 ? [] : [{ cause: { ...cause, checks }, findings }];
  });
}

/**
 * The causes of all failures: those to fix, each followed by the unmet HTTP obligations of the same cause, and the causes of
 * HTTP obligations alone.
 */
export function separateCauses(run: Pick<Run, 'plan' | 'findings' | 'strict' | 'causes'>): {
  readonly toFix: readonly CauseToFix[];
  readonly aside: readonly CauseToFix[];
} {
  const causes = causesToFix(run, [...failuresOf(run), ...unmetHttpOf(run)]).map(({ cause, findings }) => {
    const [others, these] = [false, true].map((is) =>
      findings.filter((finding) => isUncountedHttp(finding, run) === is),
    );
    const inOrder = [...(others ?? []), ...(these ?? [])];
    return { cause: { ...cause, checks: [...new Set(inOrder.map(({ check }) => check))] }, findings: inOrder };
  });
  const isOfItsOwn = ({ findings }: CauseToFix): boolean => findings.every((finding) => isUncountedHttp(finding, run));
  return { toFix: causes.filter((cause) => !isOfItsOwn(cause)), aside: causes.filter(isOfItsOwn) };
}

/** The HTTP obligations that are not met and decide nothing. */
export function unmetHttpOf(run: Pick<Run, 'plan' | 'findings' | 'strict'>): readonly Finding[] {
  return notKnown(run).filter((finding) => isUncountedHttp(finding, run));
}

function notKnown(run: Pick<Run, 'plan' | 'findings'>): readonly Finding[] {
  return findingsThat('fail', run).filter(({ knownFailure }) => knownFailure?.is !== 'known');
}

function planned({ plan, findings }: Pick<Run, 'plan' | 'findings'>): readonly Finding[] {
  const places = new Map(plan.checks.map((check, place) => [check, place]));
  const placeOf = (finding: Finding): number => places.get(checkOf(finding)) ?? plan.checks.length;
  return findings.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Made once, as making a collator is slow. */
const { compare: inDocument } = new Intl.Collator('en', { numeric: true });

function howShown({ smaller, asSent }: NonNullable<Finding['case']>): string {
  if (smaller === true) return ', shrunk';
  return asSent === undefined ? '' : `, as it was sent: ${asSent}`;
}

/**
 * Which of several calls the curl line sends again, and whether it needs the calls before it: it does unless each call is a
 * case of its own, or all were simultaneous.
 */
export function reproducedCall({ exchanges, reproduces, case: shown, again }: Finding): string | undefined {
  if (shown !== undefined) return `case ${shown.index} of ${shown.of}${howShown(shown)}`;
  if (reproduces === undefined || !exchanges.includes(reproduces)) return undefined;
  const before = exchanges.indexOf(reproduces);
  const needs =
    before === 0 || again?.atOnce !== undefined ? '' : ', which may need the results of the calls before it';
  return `call ${before + 1} of ${exchanges.length}${needs}`;
}
