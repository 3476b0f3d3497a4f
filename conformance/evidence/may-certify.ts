import type { Check } from '../model/check.ts';
import type { Plan } from '../engine/plan.ts';
import { isOutdated } from '../engine/run/known-failures.ts';
import { exitCodeFor, isLeftOpen, rulesIn } from '../engine/run/outcome.ts';
import { countsForExitCode } from '../model/level.ts';
import type { Finding, Run } from '../model/run.ts';

/** Why no certificate may be issued, and the exit code. */
export type Refusal = { readonly code: number; readonly because: string };

/**
 * Why a run cannot be certified; undefined where it can. Every MUST of the profile must pass or be a known failure: a
 * MUST that could not be judged, or did not apply, was not shown. Rules that all answers leave open do not count. No
 * check may have passed without its control.
 */
export function refusalOf(run: Run, checks: readonly Controlled[]): Refusal | undefined {
  const unreached = run.findings.find((finding) => finding.unreached !== undefined);
  if (!run.complete) return { code: run.exitCode, because: incompleteWords(unreached) };
  const { strict } = run;
  // A certificate names the failures that its owner listed; a finding that only resembles one of them is not accepted.
  const findings = run.findings.map((finding) =>
    finding.knownFailure?.as === undefined ? finding : unlisted(finding),
  );
  const unproven = withoutControl(findings, checks);
  if (unproven.length > 0)
    return {
      code: 2,
      because: `${unproven.length} checks passed without their control: ${shortList(unproven)}`,
    };
  const rules = rulesIn(checks);
  const isRequired = (finding: Finding): boolean => finding.level === 'MUST' && !isLeftOpen(finding, rules);
  const code = exitCodeFor(findings, { strict, isRequired });
  if (code === 0) return undefined;
  const inWay = findings.filter((finding) => exitCodeFor([finding], { strict, isRequired }) === code);
  return { code, because: `${inWayWords(inWay, run, code)}: ${shortList(inWay)}` };
}

function unlisted(finding: Finding): Finding {
  const { knownFailure: _, ...rest } = finding;
  return rest;
}

/** The reason of a check that was not judged in time names the option that limited the time. */
function incompleteWords(unreached: Finding | undefined): string {
  if (unreached === undefined || !('because' in unreached.verdict)) return 'the run was interrupted';
  return `the run did not finish: ${unreached.check} was ${unreached.verdict.because}`;
}

type Controlled = Pick<Check, 'id' | 'control' | 'positiveControl' | 'ofEvery'>;

/** Checks with a control that passed though no exchange shows that control. */
function withoutControl(findings: readonly Finding[], checks: readonly Controlled[]): readonly Finding[] {
  const needing = new Set(
    checks.flatMap(({ id, control, positiveControl }) => ((control ?? positiveControl) === undefined ? [] : [id])),
  );
  return findings.filter(
    ({ check, verdict, controls = [] }) => verdict.is === 'pass' && needing.has(check) && controls.length === 0,
  );
}

/** The same before anything is sent: checks that cannot apply with these credentials are known without a cost. */
export function refusalBefore(
  { notApplicable }: Pick<Plan, 'notApplicable'>,
  checks: readonly Pick<Check, 'id' | 'level'>[],
): Refusal | undefined {
  const must = new Set(checks.filter(({ level }) => level === 'MUST').map(({ id }) => id));
  const inWay = notApplicable.filter(({ check }) => must.has(check));
  if (inWay.length === 0) return undefined;
  const listed = shortList(inWay.map(({ check, because }) => ({ check, verdict: { is: 'notApplicable', because } })));
  return { code: 2, because: `${inWay.length} of ${must.size} MUST checks do not apply: ${listed}` };
}

/**
 * `4 of 150 MUST checks failed, and 1 known failure is stale or expired`: counts the levels that decide, as the run
 * does.
 */
function inWayWords(inWay: readonly Finding[], { findings, strict }: Run, code: number): string {
  const outdated = inWay.filter(isOutdated).length;
  const others = inWay.length - outdated;
  const deciding = findings.filter(({ level }) => countsForExitCode(level, strict)).length;
  const levels = strict === true ? '' : strict === 'http' ? 'MUST or HTTP ' : 'MUST ';
  const is = code === 1 ? 'failed' : 'could not be judged, or did not apply';
  const stale = `${outdated} known failure${outdated === 1 ? ' is' : 's are'} stale or expired`;
  const parts = [others > 0 ? `${others} of ${deciding} ${levels}checks ${is}` : '', outdated > 0 ? stale : ''];
  return parts.filter((part) => part !== '').join(', and ');
}

const mostNamed = 3;

function shortList(findings: readonly Pick<Finding, 'check' | 'verdict'>[]): string {
  const named = findings.slice(0, mostNamed).map(({ check, verdict }) => {
    const because = verdict.is === 'inconclusive' || verdict.is === 'notApplicable' ? ` (${verdict.because})` : '';
    return `${check}${because}`;
  });
  const more = findings.length - named.length;
  return named.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
