import { checksIn, isFurtherDefect } from '../text/defects.ts';
import type { Finding, Run, Verdict } from '../../conformance/model/run.ts';
import { pluralize, type Headline } from '../text/format.ts';
import { isUnexcusedFailure, isBlockedByKnownFailure, isOutdated } from './known.ts';
import { countsForExitCode } from './levels.ts';
import { partCount, partOf } from './scope/selection.ts';
import { observedFailureText } from './stopped.ts';
import { causesText, tokenFlawText, lesserFailuresVerdict, missingPrerequisitesText } from './verdict-words.ts';

/** The verdict of a run in one line, in agreement with its exit code, with its coverage where checks were left out. */
export function headlineOf(run: Run): Headline {
  const verdict = verdictOf(run);
  const part = partOf(run);
  // A failure of a part is one of the whole; a pass is not. A quick run is always named.
  const isNamed = part !== undefined && (verdict.is === 'pass' || part === 'quick');
  if (!isNamed) return { ...verdict, says: `${verdict.says}${behindKnownText(run)}${coverageText(run)}` };
  const count = part === 'quick' ? undefined : partCount(run);
  const of = count === undefined ? '' : `; ${count} selected`;
  return {
    ...verdict,
    word: `${verdict.word} (${part})`,
    says: `${verdict.says}${of}${behindKnownText(run)}${coverageText(run)}`,
  };
}

/**
 * How many checks could not be judged because of a known failure; said of every verdict, so that a green one hides
 * nothing.
 */
function behindKnownText({ findings }: Run): string {
  const many = findings.filter(isBlockedByKnownFailure).length;
  return many === 0 ? '' : `; ${many} not judged because of known failures`;
}

function coverageText({ coverage }: Run): string {
  if (coverage === undefined) return '';
  const { found, of, notTried, inconclusive = 0, isMeasured } = coverage;
  // A measured coverage counts the faults that any check found, an unmeasured one those that the judged checks name.
  const worth = isMeasured === true ? 'such a run finds' : 'by name the checks judged are there to find';
  const missing = pluralize(inconclusive, 'inconclusive check');
  const others = isMeasured === true ? '' : ' (they find others too)';
  const less = isMeasured === true && inconclusive > 0 ? `, less what the ${missing} would have found` : '';
  return `; ${worth} ${found} of ${of} faults of the reference service${others}${less}, ${pluralize(notTried, 'check')} not tried`;
}

/** The verdict, with a hint where the target is probably not the intended service. */
function verdictOf(run: Run): Headline {
  const verdict = verdictIn(run);
  const elsewhere = run.causes.find((cause) => cause.elsewhere !== undefined)?.elsewhere;
  const doubt = elsewhere === undefined ? run.given?.doubt : elsewhere.slice(0, 1).toLowerCase() + elsewhere.slice(1);
  return doubt === undefined || verdict.is === 'pass' ? verdict : { ...verdict, says: `${verdict.says}; ${doubt}` };
}

function verdictIn(run: Run): Headline {
  const weighed = weighedOf(run);
  const failed = weighed.findings.filter(isUnexcusedFailure).length;
  if (isInterrupted(run)) return interrupted(run, weighed, failed);
  switch (run.exitCode) {
    case 0:
      return passing(run, weighed);
    case 1:
      return {
        is: 'fail',
        word: 'Fail',
        kind: 'failures',
        says: `${failing(run, weighed, failed)}${flawText(run)}${unreachedText(run)}`,
      };
    case 2:
      return {
        is: 'inconclusive',
        word: 'Inconclusive',
        says: `${inconclusive(weighed, run)}${flawText(run)}${unreachedText(run)}`,
      };
    default:
      return { is: 'inconclusive', word: 'No verdict', says: defective(run, failed) };
  }
}

/** How long a run took, from its own times. */
export function tookMs({ startedAt, endedAt, pauses = [] }: Pick<Run, 'startedAt' | 'endedAt' | 'pauses'>): number {
  const between = (from: string, to: string): number => Date.parse(to) - Date.parse(from);
  return pauses.reduce((ms, { from, to }) => ms - between(from, to), between(startedAt, endedAt));
}

/** A clause and the others that it also rests on: `2.5, 8.2`. */
export function clauseText({ clause, also }: Finding): string {
  return [clause, ...also].join(', ');
}

/** The target, marked where it is the embedded service. */
export function targetText({ target, embedded }: Pick<Run, 'target' | 'embedded'>): string {
  return embedded ? `${target} (the embedded reference service)` : target;
}

/** The findings that decide the exit code, and their name: all in a strict run, else each MUST. */
type Weighed = { readonly findings: readonly Finding[]; readonly noun: string };

function weighedOf(run: Run): Weighed {
  const noun = run.strict === true ? 'check' : run.strict === 'http' ? 'MUST or HTTP check' : 'MUST check';
  return {
    findings: run.findings.filter((each) => countsForExitCode(each.level, run) && !isFurtherDefect(each)),
    noun,
  };
}

function isA(is: Verdict['is']): (finding: Finding) => boolean {
  return ({ verdict }) => verdict.is === is;
}

function passing(run: Run, { findings, noun }: Weighed): Headline {
  const failed = findings.filter(isA('fail')).length;
  const passed = findings.filter(isA('pass')).length;
  const away = findings.filter(isA('notApplicable')).length;
  const pass = (says: string): Headline => ({ is: 'pass', word: 'Pass', says });
  if (passed === 0 && failed === 0)
    return { is: 'inconclusive', word: 'Nothing proven', says: `no ${noun} was judged` };
  const lacks = missingPrerequisitesText(findings);
  const lesser = lesserFailuresVerdict(run);
  if (lacks !== undefined) {
    const besides = lesser === undefined ? '' : `; ${lesser.word}: ${lesser.says}`;
    return partial({ passed, failed, total: findings.length, noun, lacks, besides });
  }
  if (lesser !== undefined && failed === 0)
    return { is: 'pass', word: `Pass, with ${lesser.word}`, says: lesser.says, isAmber: true };
  if (failed > 0) return pass(`${pluralize(failed, noun)} failed, all of them known failures`);
  const all = passed === 1 ? '1 of 1' : `all ${passed}`;
  const which = `${away === 0 ? '' : 'judged '}${noun}${passed === 1 ? '' : 's'}`;
  return pass(`${all} ${which} passed${away === 0 ? '' : `, ${away} did not apply`}`);
}

type Part = Readonly<Record<'passed' | 'failed' | 'total', number>> &
  Readonly<Record<'noun' | 'lacks' | 'besides', string>>;

/** The headline of a run of which only a part was judged. */
function partial({ passed, failed, total, noun, lacks, besides }: Part): Headline {
  const came = failed === 0 ? 'all of them passed' : `${passed} passed, ${failed} are known failures`;
  const says = `${passed + failed} of ${pluralize(total, noun)} judged, ${lacks}; ${came}${besides}`;
  return { is: 'pass', word: 'Partial', says, isAmber: true };
}

function failing(run: Run, { findings, noun }: Weighed, failed: number): string {
  const known = findings.filter(isA('fail')).length - failed;
  const also = known > 0 ? `, ${pluralize(known, 'more is a known failure', 'more are known failures')}` : '';
  const outdated = outdatedText(run);
  if (failed > 0)
    return [causesText(run) ?? `${failed} of ${pluralize(findings.length, noun)} failed${also}`, ...outdated].join(
      ', and ',
    );
  const nothing = `nothing${known > 0 ? ' else' : ''} failed`;
  return `${nothing}, but ${outdated[0] ?? 'a known failure is stale or expired'}`;
}

/** How many known failures are stale or expired. */
function outdatedText({ findings }: Run): readonly string[] {
  const outdated = (['stale', 'expired'] as const).filter((is) =>
    findings.some(({ knownFailure }) => knownFailure?.is === is),
  );
  const total = findings.filter(isOutdated).length;
  if (total === 0) return [];
  return [`${total === 1 ? 'a known failure is' : `${total} known failures are`} ${outdated.join(' or ')}`];
}

function inconclusive({ findings, noun }: Weighed, run: Run): string {
  const { unanswered, tokenFlaw } = run.given ?? {};
  if (unanswered !== undefined) {
    // Rules for every answer may have passed by the first answers alone.
    const what = run.counts.pass === 0 ? 'nothing was judged' : 'only the first answers were judged';
    return `${what}: ${observedFailureText(unanswered)}`;
  }
  if (tokenFlaw !== undefined) return tokenFlawText(run, tokenFlaw);
  const open = findings.filter(isA('inconclusive')).length;
  if (open > 0) return `nothing failed, but ${open} of ${pluralize(findings.length, noun)} could not be judged`;
  // The unreached checks are told after it.
  if (run.findings.some(isUnreached)) return 'nothing failed';
  return `nothing failed, but the required profile${run.require === undefined ? '' : ` ${run.require}`} was not judged completely`;
}

function isUnreached({ unreached }: Finding): boolean {
  return unreached !== undefined;
}

/** What to do about checks that the run did not reach. */
function unreachedText({ findings }: Run): string {
  const [first, ...more] = findings.filter(isUnreached);
  if (first === undefined) return '';
  const why = {
    time: 'within --time',
    storage: 'before results could no longer be stored',
    standstill: 'before the run came to a standstill',
  }[first.unreached ?? 'time'];
  return `; ${pluralize(more.length + 1, 'check')} not judged ${why}, check --resume continues with them`;
}

/** True for a run that ended neither by itself nor by its time limit. */
function isInterrupted({ complete, exitCode, findings }: Run): boolean {
  return exitCode === 130 || exitCode === 143 || !(complete || findings.some(isUnreached));
}

/** The reason why most checks could not be judged, where it is not told already. */
function flawText({ given, tokenEnded, exitCode }: Run): string {
  const atStart = exitCode === 2 ? undefined : (given?.unanswered ?? given?.tokenFlaw);
  const flaw = (atStart ?? tokenEnded)?.because;
  return flaw === undefined ? '' : `; ${flaw}`;
}

function defective({ exitCode, findings, observations }: Run, failed: number): string {
  const broken = [...findings, ...observations].filter(({ defect }) => defect !== undefined).length;
  if (broken === 0) return `the run ended with exit code ${exitCode}`;
  const also = failed === 0 ? '' : `, and ${failed} of what it judged failed`;
  return `assay itself failed in ${pluralize(broken, 'place')}${also}: run.json has it as defect, please report it`;
}

function interrupted(run: Run, { noun }: Weighed, failed: number): Headline {
  const byThen = run.goesOn === true ? ' when this was written' : '';
  const judged = `${checksIn(run.findings)} of ${pluralize(run.plan.checks.length, 'check')} judged${byThen}`;
  const word = run.goesOn === true ? 'Still going on' : 'Interrupted';
  if (failed === 0) return { is: 'inconclusive', word, says: judged };
  return { is: 'fail', word, says: `${judged}, ${pluralize(failed, noun)} failed` };
}
