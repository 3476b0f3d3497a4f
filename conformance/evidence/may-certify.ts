import type { Check } from '../model/check.ts';
import type { Plan } from '../engine/plan.ts';
import { isOutdated } from '../engine/run/known-failures.ts';
import { exitCodeFor, isLeftOpen, rulesIn } from '../engine/run/outcome.ts';
import { isWeighed } from '../model/level.ts';
import type { Finding, Run } from '../model/run.ts';

/** Why no certificate may be issued, and what that comes to for a shell. */
export type Refusal = { readonly code: number; readonly because: string };

/**
 * Every MUST of the profile has to pass, or be a known failure: what could not be judged, or did not apply, was not shown.
 * A rule that all answers leave open is none of it. And none may have passed without its control. Undefined where that is so.
 */
export function refusalOf(run: Run, checks: readonly Controlled[]): Refusal | undefined {
  const unreached = run.findings.find((finding) => finding.unreached !== undefined);
  if (!run.complete) return { code: run.exitCode, because: incompleteWords(unreached) };
  const { strict } = run;
  // A certificate names what its owner listed, and accepts nothing that is only like it.
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

/** The reason of a check that was not judged in time has the flag that set it. */
function incompleteWords(unreached: Finding | undefined): string {
  if (unreached === undefined || !('because' in unreached.verdict)) return 'the run was interrupted';
  return `the run did not finish: ${unreached.check} was ${unreached.verdict.because}`;
}

type Controlled = Pick<Check, 'id' | 'control' | 'positiveControl' | 'ofEvery'>;

/** What has a control or a control, and passed though no exchange shows that it could have been otherwise. */
function withoutControl(findings: readonly Finding[], checks: readonly Controlled[]): readonly Finding[] {
  const needing = new Set(
    checks.flatMap(({ id, control, positiveControl }) => ((control ?? positiveControl) === undefined ? [] : [id])),
  );
  return findings.filter(
    ({ check, verdict, controls = [] }) => verdict.is === 'pass' && needing.has(check) && controls.length === 0,
  );
}

/** The same, as far as it is settled before anything is sent: what cannot apply with these credentials costs nothing to know. */
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

/** `4 of 150 MUST checks failed, and 1 known failure is stale or expired`: of the levels that decide, as the run counts. */
function inWayWords(inWay: readonly Finding[], { findings, strict }: Run, code: number): string {
  const outdated = inWay.filter(isOutdated).length;
  const others = inWay.length - outdated;
  const deciding = findings.filter(({ level }) => isWeighed(level, strict)).length;
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
