import { everyCheck as checks, everyClause as clauses } from '../conformance/every.ts';
import { observations } from '../conformance/index.ts';
import { dayOf, runFrom } from '../conformance/core/run/assemble.ts';
import { createEngine } from '../conformance/core/engine.ts';
import type { Exchange } from '../conformance/core/exchange.ts';
import { withKnownFailures } from '../conformance/core/run/known-failures.ts';
import { planFrom } from '../conformance/core/plan.ts';
import type { Finding, Run, Spend } from '../conformance/core/run/run.ts';
import { runChecks, type Work } from '../conformance/core/run/run-checks.ts';
import type { RawSettings, Settings } from '../conformance/core/settings/settings.ts';
import { unreachedFinding, type TimeIsUp } from '../conformance/core/time-is-up.ts';
import { visibleJson } from '../reports/visible.ts';
import { counted } from '../reports/words.ts';
import { checkHeader, headerAsked, type Files } from './check/header.ts';
import { atMostOf, headerGoingOn, keptOf, restOf, resumedFrom, resumedLine, type Resumed } from './check/resume.ts';
import { formatsIn, type FormatOf } from './given/formats.ts';
import { listenForInterruption, type Interruption } from './terminal/interruption.ts';
import { awaitTarget } from './given/await-target.ts';
import { timeCap, type TimeCap } from './terminal/time-cap.ts';
import { keepSecret } from './given/known-secrets.ts';
import { keepJournal, type KeptJournal } from './results/journal.ts';
import { giveBackEarlier } from './results/lent-left.ts';
import { lentTo, settled } from './results/lent-workspaces.ts';
import { readDialect } from './given/read-dialect.ts';
import { readKnownFailures } from './given/read-known-failures.ts';
import { readCa, readSettings } from './given/read-settings.ts';
import { askedTarget } from './given/asked-target.ts';
import { isOver, readBegunRun, refuseOtherRun, type BegunRun } from './results/begun-run.ts';
import { folderAt, openBegunFolder, openResultFolder, type ResultFolder } from './results/result-folder.ts';
import { triedOwnToken } from './given/own-token.ts';
import { triedOtherToken } from './given/second-token.ts';
import { openTarget, targetLine, type Target } from './given/target.ts';
import { deliver } from './terminal/print.ts';
import { checkTeller, type CheckTeller } from './terminal/tell-check.ts';
import { workOf } from './given/work.ts';

/** `assay check`: judges, prints as it goes, keeps everything. Gives the exit code. */
export async function check(_args: readonly string[], flags: RawSettings): Promise<number> {
  const json = flags['json'] === true;
  const { formats, flags: asked } = formatsIn(flags, 'check');
  const resume = typeof flags['resume'] === 'string' ? flags['resume'] : undefined;
  const { run } = await checked(await readSettings(asked), 'check', { json, formats: formats.check, resume });
  if (json) await deliver(visibleJson(JSON.stringify(run, null, 2)));
  return run.exitCode;
}

/** A run with all that was kept of it, and where. */
export type Checked = { readonly run: Run; readonly kept: KeptJournal['kept']; readonly path: string };

/** `json`: stdout is for the run alone; `resume`: the folder of a run to go on with. */
type Wishes = {
  readonly json: boolean;
  readonly formats: readonly FormatOf<'check'>[];
  readonly resume?: string | undefined;
};

/** Judges what these settings ask for, prints it as it goes and keeps it in a result folder. */
export async function checked(
  given: Settings,
  command: 'check' | 'certify',
  { json, formats, resume }: Wishes = { json: false, formats: [] },
): Promise<Checked> {
  const begun = resume === undefined ? undefined : readBegunRun(resume, given.out);
  const settings = { ...given, seed: given.seed ?? begun?.header.seed };
  const work = workOf(settings);
  const files = {
    knownFailures: await readKnownFailures(settings.expectedFile, work.checks),
    dialect: await readDialect(settings.dialectFile, work.observations),
  };
  const ca = readCa(settings);
  if (begun !== undefined) refuseOtherRun(begun, headerAsked({ settings, work, files }));
  if (begun !== undefined && isOver(begun)) return tellOver(begun, checkTeller([], json), formats);
  const resumed = begun === undefined ? undefined : resumedFrom(begun);
  await giveBackEarlier(begun?.path ?? settings.out);
  const reads = [settings.expectedFile, settings.dialectFile];
  const folder =
    begun === undefined
      ? openResultFolder(settings.out, command, new Date(), reads)
      : openBegunFolder(begun.path, reads);
  await awaitTarget(settings, ca);
  const interruption = listenForInterruption();
  const cap = timeCap(settings.forMs);
  const ending = AbortSignal.any([interruption.signal, cap.signal]);
  const asked = await askedTarget(await openTarget(settings), settings, ca, ending);
  const [second, own] = await Promise.all([
    triedOtherToken(asked.target, settings, work, ca, ending),
    triedOwnToken(asked.target, settings, work, ca, ending),
  ]);
  const target = { ...asked.target, ...second.flaw, ...own.flaw };
  const first = [...asked.first, ...own.answered, ...second.answered];
  const plan = planFrom(restOf(work, resumed), checks, { ...target, bot: settings.bot });
  const teller = checkTeller(plan.probes, json);
  try {
    teller.say(targetLine(command, target));
    if (resumed !== undefined) teller.say(resumedLine(resumed, plan.atMost));
    return await judgeAll({
      settings,
      formats,
      work,
      atMost: atMostOf(plan.atMost, resumed),
      resumed,
      files,
      first,
      ca,
      folder,
      interruption,
      cap,
      target,
      teller,
    });
  } finally {
    teller.end();
    await target.close();
    interruption.forget();
    cap.forget();
    folder.close();
  }
}

/** Nothing is left to be sent for; the reports may not have been written any more. */
async function tellOver(begun: BegunRun, teller: CheckTeller, formats: readonly FormatOf<'check'>[]): Promise<Checked> {
  const { path, endedAt, ...kept } = begun;
  const run = runFrom(kept, { checks, observations }, { at: endedAt });
  teller.say(`nothing to resume: ${path} has all of the ${counted(run.plan.checks.length, 'check')} judged`);
  await tellRun(run, { kept, folder: folderAt(path), formats, teller });
  return { run, kept, path };
}

type Telling = {
  readonly kept: KeptJournal['kept'];
  readonly folder: ResultFolder;
  readonly formats: readonly FormatOf<'check'>[];
  readonly teller: CheckTeller;
};

async function tellRun(run: Run, { kept, folder, formats, teller }: Telling): Promise<void> {
  // Loaded at the end: the first verdict should not wait for it.
  const { writeCheckReports } = await import('./results/write-reports.ts');
  writeCheckReports(folder, run, kept.exchanges, formats);
  teller.run(run, kept, folder.path);
}

type Parts = {
  readonly settings: Settings;
  readonly formats: readonly FormatOf<'check'>[];
  readonly work: Work;
  readonly atMost: Spend;
  readonly resumed: Resumed | undefined;
  readonly files: Files;
  /** What was asked of the target before anything else. */
  readonly first: readonly Exchange[];
  readonly ca: string | undefined;
  readonly folder: ResultFolder;
  readonly interruption: Interruption;
  readonly cap: TimeCap;
  readonly target: Target;
  readonly teller: CheckTeller;
};

async function judgeAll(parts: Parts): Promise<Checked> {
  const { settings, work, atMost, resumed, ca, folder, interruption, cap, target, teller } = parts;
  const header = headerGoingOn(checkHeader(parts), resumed);
  const journal = keepJournal(folder, header, resumed && keptOf(resumed));
  const signal = AbortSignal.any([interruption.signal, cap.signal, journal.broken]);
  const { unanswered, token, tokenFlaw, otherToken, otherTokenFlaw, spentToken, provisioner } = target;
  const lent = lentTo(folder, target, ca);
  const options = {
    ...settings,
    target: target.url,
    unanswered,
    token,
    tokenFlaw,
    otherToken,
    otherTokenFlaw,
    spentToken,
    provisioner,
    seed: header.seed,
    ca,
    // What `plan` says is kept, tries again included.
    ownCap: atMost.credits,
    earlier: resumed?.earlier,
    learnt: keepSecret,
    first: parts.first,
    ...(lent === undefined ? {} : { lent }),
  };
  const keep = (event: Parameters<typeof journal.keep>[0]): void => {
    journal.keep(event);
    teller.event(event);
  };
  const engine = createEngine(options, checks, keep, signal);
  let defect: { readonly error: unknown } | undefined;
  try {
    const judged = await runChecks(clauses, work, engine, (clause, findings) => {
      const weighed = withKnownFailures(findings, header.knownFailures ?? [], dayOf(header.startedAt));
      if (!signal.aborted) teller.clause(clause, weighed);
    });
    const up = cap.up();
    if (up !== undefined && !interruption.signal.aborted) keepUnreached(judged, up, journal);
  } catch (error) {
    // What was found until then is told first.
    defect = { error };
  } finally {
    const said = settled(await engine.close(), lent, folder.path);
    teller.end();
    if (said !== undefined) teller.say(said);
  }
  if (journal.broken.aborted) throw journal.broken.reason;
  const run = runFrom(
    journal.kept,
    { checks, observations },
    { at: new Date().toISOString(), signal: interruption.by() },
  );
  await tellRun(run, { ...parts, kept: journal.kept });
  if (defect !== undefined) throw defect.error;
  return { run, kept: journal.kept, path: folder.path };
}

/** Says of each check that was not judged why: the exit code rests on it, and so does whoever reads the report. */
function keepUnreached(all: readonly Finding[], up: TimeIsUp, { kept, keep }: KeptJournal): void {
  const told = new Set(kept.findings.map(({ check }) => check));
  const rest = all.filter(({ check: id }) => !told.has(id));
  for (const finding of rest) keep({ is: 'finding', finding: unreachedFinding(finding, up) });
}
