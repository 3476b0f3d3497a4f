import { everyCheck as checks, everyClause as clauses } from '../../conformance/every.ts';
import { knownFaults } from '../content/known-faults.ts';
import { observations } from '../content/observation.ts';
import { dayOf, assembleRun } from '../../conformance/engine/run/assemble.ts';
import { createEngine, type EngineOptions } from '../../conformance/engine/engine.ts';
import type { LeaseJournal } from '../../conformance/engine/provisioner/leases.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import { withKnownFailures } from '../../conformance/engine/run/with-known-failures.ts';
import { planFrom } from '../../conformance/engine/plan.ts';
import type { Finding, Run, RunHeader, Spend } from '../../conformance/model/run.ts';
import { runChecks } from '../../conformance/engine/run-checks.ts';
import type { RawSettings, Settings } from '../../conformance/settings/settings.ts';
import { unreachedFinding, type CutShort } from '../../conformance/engine/time/time-is-up.ts';
import { escapeControlsInJson } from '../../reports/text/visible.ts';
import { pluralize } from '../../reports/text/format.ts';
import { probeTarget, blockingFlaw } from '../check/ask-first.ts';
import { checkHeader } from '../check/header.ts';
import { readCheckInput, type CheckInput } from '../check/check-input.ts';
import {
  totalAtMost,
  resumedHeader,
  journalToContinue,
  remainingWork,
  resumedRun,
  resumedLine,
  type ResumedRun,
} from '../check/resume.ts';
import { formatsIn, usualFormats, type CheckFormats } from '../input/formats.ts';
import { listenForInterruption, type Interruption } from '../output/interruption.ts';
import { awaitTarget } from '../input/await-target.ts';
import { maxAttemptMs } from '../../conformance/engine/time/time-limit.ts';
import { timeCap, type TimeCap, longestStallMs, stallWatch } from '../output/run-ends.ts';
import { rememberWorkspaceToken } from '../input/ordinary-tokens.ts';
import { earlierRun } from '../results/earlier-run.ts';
import { journalFailure, openJournal, type RunJournal } from '../results/journal.ts';
import { returnEarlierLeases } from '../results/return-leases.ts';
import { leaseJournalFor, unreturnedMessage } from '../results/lease-journal.ts';
import { readSettings } from '../input/read-settings.ts';
import { isFullyJudged, type EarlierPart } from '../results/begun-run.ts';
import { folderAt, openBegunFolder, openResultFolder, type ResultFolder } from '../results/result-folder.ts';
import { openTarget, targetLine, type Target } from '../input/target.ts';
import { rescueJournal } from '../results/rescue.ts';
import { printTrouble, type UnwrittenReports } from '../results/report-trouble.ts';
import { UsageError } from '../errors/usage-error.ts';
import { steadyNow } from '../output/clock.ts';
import { printResult } from '../output/print.ts';
import { currentHost } from '../output/host.ts';
import { checkReporter, type CheckReporter } from '../output/check-reporter.ts';

/** `assay check`: judges, prints as it goes, keeps everything. Returns the exit code. */
export async function check(_args: readonly string[], flags: RawSettings): Promise<number> {
  const json = flags['json'] === true;
  const { formats, flags: asked } = formatsIn(flags, 'check');
  const resume = typeof flags['resume'] === 'string' ? flags['resume'] : undefined;
  const rerunFailed = typeof flags['rerun-failed'] === 'string' ? flags['rerun-failed'] : undefined;
  if (resume !== undefined && rerunFailed !== undefined)
    throw new UsageError('--resume goes on with a run, --rerun-failed begins another: give one of them');
  const options = { json, verbose: flags['verbose'] === true, formats: formats.check, resume, rerunFailed };
  const { run } = await checked(await readSettings(asked), 'check', options);
  if (json) await printResult(escapeControlsInJson(JSON.stringify(run, null, 2)));
  return run.exitCode;
}

/** A run with everything that was kept of it, and the folder. */
export type Checked = {
  readonly run: Run;
  readonly kept: RunJournal['kept'];
  readonly path: string;
  /** What could not be kept; it has been printed already. */
  readonly trouble?: string;
};

/**
 * `json`: stdout is for the run alone; `verbose`: each failure in full; `resume`: the folder of a run to continue;
 * `rerunFailed`: the folder of a run whose failed and inconclusive checks are judged again.
 */
type Options = {
  readonly json: boolean;
  readonly verbose: boolean;
  readonly formats: CheckFormats;
  readonly resume?: string | undefined;
  readonly rerunFailed?: string | undefined;
};

/** Judges by these settings, prints as it goes and keeps the run in a result folder. */
export async function checked(
  given: Settings,
  command: 'check' | 'certify',
  options: Options = { json: false, verbose: false, formats: usualFormats },
): Promise<Checked> {
  const asked = await readCheckInput(given, options.resume, options.rerunFailed);
  const { settings, begun, ca } = asked;
  if (begun !== undefined && isFullyJudged(begun))
    return overLines(begun, checkReporter({ probes: [], checks: [] }, options), options.formats);
  await returnEarlierLeases(begun?.path ?? settings.out);
  const folder = openFolder(asked, command, options.rerunFailed);
  currentHost().keepsIn(folder.path);
  const interruption = listenForInterruption();
  try {
    await awaitTarget(settings, ca);
    return await begin({ ...asked, ...options, command, folder, interruption });
  } finally {
    interruption.stopListening();
    folder.close();
  }
}

function openFolder({ settings, begun }: CheckInput, command: string, rerunFailed: string | undefined): ResultFolder {
  const reads = [settings.knownFailuresFile, settings.dialectFile, rerunFailed];
  return begun === undefined
    ? openResultFolder(settings.out, command, new Date(), reads)
    : openBegunFolder(begun.path, reads);
}

type Begun = CheckInput &
  Options & {
    readonly command: 'check' | 'certify';
    readonly folder: ResultFolder;
    readonly interruption: Interruption;
  };

/** Begins the journal, sends the first requests, which decide whether the target answers, and judges. */
async function begin(begun: Begun): Promise<Checked> {
  const { settings, work, folder } = begun;
  const cap = timeCap(settings.forMs);
  const target = await openTarget(settings);
  const resumed = begun.begun === undefined ? undefined : resumedRun(begun.begun);
  const plan = planFrom(remainingWork(work, resumed), checks, { ...target, bot: settings.bot });
  const reporter = checkReporter({ probes: plan.probes, checks: work.checks }, begun);
  try {
    // The journal begins before the first request: a kill in between must leave a folder that `report` can read.
    const asked = checkHeader({ ...begun, target, atMost: totalAtMost(plan.atMost, resumed) });
    // A certificate goes to other people, for whom a folder of this machine means nothing.
    const named = begun.command === 'check' ? { ...asked, folder: folder.path } : asked;
    const header = resumedHeader(named, resumed);
    const journal = openJournal(folder, header, resumed && journalToContinue(resumed));
    return await judgeAll({ ...begun, resumed, header, journal, cap, target, reporter });
  } finally {
    reporter.end();
    await target.close();
    cap.forget();
  }
}

/** For a resumed run in which every check is judged: nothing is sent, but its reports may not have been written. */
async function overLines(begun: EarlierPart, reporter: CheckReporter, formats: CheckFormats): Promise<Checked> {
  const { path, endedAt, ...kept } = begun;
  const run = assembleRun(kept, { checks, observations, faults: knownFaults }, { at: endedAt });
  reporter.say(`nothing to resume: all ${pluralize(run.plan.checks.length, 'check')} of ${path} are judged`);
  const failure = await runLines(run, { kept, folder: folderAt(path), formats, reporter });
  if (failure !== undefined) throw failure.error;
  return { run, kept, path };
}

type Telling = {
  readonly kept: RunJournal['kept'];
  readonly folder: ResultFolder;
  readonly formats: CheckFormats;
  readonly reporter: CheckReporter;
};

/** Writes the reports and returns those that could not be written, if any. */
async function runLines(run: Run, { kept, folder, formats, reporter }: Telling): Promise<UnwrittenReports | undefined> {
  // Loaded at the end, so that the first verdict does not wait for it.
  const { writeCheckReports } = await import('../results/write-reports.ts');
  const earlier = earlierRun(folder.path, run);
  const failure = await writeCheckReports(folder, run, kept.exchanges, formats, earlier);
  reporter.run(run, kept, { path: folder.path, unwritten: failure?.files }, earlier);
  return failure;
}

/** Keeps and prints the result, also where the journal broke, which is said last. */
async function concluded(parts: Parts): Promise<Checked> {
  const { journal, interruption } = parts;
  const { kept } = journal;
  const { folder, says } = rescueJournal(parts.folder, journal);
  const suite = { checks, observations, faults: knownFaults };
  const run = assembleRun(kept, suite, { at: steadyNow().toISOString(), signal: interruption.by() });
  const failure = await runLines(run, { ...parts, kept, folder });
  const trouble = printTrouble(says, failure, folder.path);
  if (trouble === undefined) return { run, kept, path: folder.path };
  // Results that could not be kept must not end with 0.
  return { run: { ...run, exitCode: run.exitCode || 2 }, kept, path: folder.path, trouble };
}

type Parts = Begun & {
  readonly resumed: ResumedRun | undefined;
  readonly header: RunHeader;
  readonly journal: RunJournal;
  readonly cap: TimeCap;
  readonly target: Target;
  readonly reporter: CheckReporter;
};

async function judgeAll(parts: Parts): Promise<Checked> {
  const { settings, work, resumed, ca, folder, interruption, cap, journal, reporter } = parts;
  const signal = AbortSignal.any([interruption.signal, cap.signal, journal.broken]);
  const { target, first } = await probeTarget({ ...parts, signal });
  const plan = planFrom(remainingWork(work, resumed), checks, { ...target, bot: settings.bot });
  const header = headerOf({ ...parts, target, atMost: totalAtMost(plan.atMost, resumed) });
  journal.begin(header);
  const { url } = target;
  const flaw = parts.command === 'certify' ? blockingFlaw(target, settings, work) : undefined;
  const unanswered = target.unanswered ?? flaw;
  reporter.target(targetLine(parts.command, target), unanswered === undefined ? undefined : { url, unanswered });
  if (resumed !== undefined) reporter.say(resumedLine(resumed, plan.atMost));
  const leaseJournal = leaseJournalFor(folder, target, ca);
  const keep = (event: Parameters<typeof journal.keep>[0]): void => {
    stall.restart();
    journal.keep(event);
    reporter.event(event);
  };
  const notAsked = (why: string): string => `not judged, since no certificate could be issued: ${why}`;
  const stops = flaw === undefined ? {} : { unanswered: { ...flaw, because: notAsked(flaw.because) } };
  const tellWait = (line: string, waitMs: number): void => {
    stall.pause(waitMs);
    reporter.say(line);
  };
  const options = { ...engineOptions({ ...parts, target, first, header, leaseJournal }), ...stops, tellWait };
  const stall = stallWatch(longestStallMs + maxAttemptMs(settings.timeoutMs));
  const ends = AbortSignal.any([signal, stall.signal]);
  const engine = createEngine(options, checks, keep, ends);
  let defect: { readonly error: unknown } | undefined;
  try {
    const soFar: Finding[] = [];
    const judged = await runChecks(clauses, work, engine, (clause, findings) => {
      soFar.push(...findings);
      const weighed = withKnownFailures(soFar, header.knownFailures, dayOf(header.startedAt), journal.kept.exchanges);
      if (!ends.aborted) reporter.clause(clause, weighed.slice(-findings.length));
    });
    const end = cap.up() ?? stall.up() ?? journalFailure(journal);
    if (end !== undefined && !interruption.signal.aborted) keepUnreached(judged, end, journal);
  } catch (error) {
    // What was found until then is printed first.
    defect = { error };
  } finally {
    stall.stop();
    const said = unreturnedMessage(await engine.close(), leaseJournal, folder.path);
    reporter.end();
    if (said !== undefined) reporter.say(said);
  }
  const checked = await concluded(parts);
  if (defect !== undefined) throw defect.error;
  return checked;
}

/** The header once it is known how the target answers. The seed and the start time stay the same. */
function headerOf({ header, target, ...rest }: Parts & { readonly atMost: Spend }): RunHeader {
  const { given, plan } = checkHeader({ ...rest, target });
  return { ...header, plan, ...(given === undefined ? {} : { given }) };
}

type Sending = Pick<Parts, 'settings' | 'target' | 'header' | 'ca' | 'resumed'> & {
  readonly first: readonly Exchange[];
  readonly leaseJournal: LeaseJournal | undefined;
};

function engineOptions({ settings, target, header, ca, resumed, first, leaseJournal }: Sending): EngineOptions {
  const { unanswered, token, tokenFlaw, otherToken, otherTokenFlaw, spentToken, provisioner } = target;
  return {
    ...settings,
    unanswered,
    token,
    tokenFlaw,
    otherToken,
    otherTokenFlaw,
    spentToken,
    provisioner,
    target: target.url,
    seed: header.seed,
    folder: header.folder,
    ca,
    // The cap is the number of credits that `plan` gives, including retries.
    ownCap: header.plan.atMost.credits,
    earlier: resumed?.earlier,
    learnt: rememberWorkspaceToken,
    first,
    ...(leaseJournal === undefined ? {} : { leaseJournal }),
  };
}

/**
 * Records why each check was not judged: the exit code depends on it, and readers of the report need it. A rule that
 * some answer has already violated counts as a failure.
 */
function keepUnreached(all: readonly Finding[], end: CutShort, { kept, keep }: RunJournal): void {
  const told = new Set(kept.findings.map(({ check }) => check));
  for (const finding of all.filter(({ check: id }) => !told.has(id)))
    keep({ is: 'finding', finding: isShown(finding) ? finding : unreachedFinding(finding, end) });
}

const ofEach = new Set(
  checks.filter(({ ofEvery, together }) => ofEvery !== undefined && together !== true).map(({ id }) => id),
);

/** A rule about every answer is violated by a single answer; any other verdict may result from the early end. */
function isShown({ check: id, verdict }: Finding): boolean {
  return verdict.is === 'fail' && ofEach.has(id);
}
