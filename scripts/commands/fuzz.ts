import { setFlagsFromString } from 'node:v8';
import { everyCheck } from '../../conformance/every.ts';
import { checks } from '../../conformance/index.ts';
import { knownFaults } from '../content/known-faults.ts';
import { observations } from '../content/observation.ts';
import { assembleRun } from '../../conformance/engine/run/assemble.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import { addCosts, creditsOf, noCost, costOfExchange } from '../../conformance/model/costs.ts';
import { createEngine, type JournalEvent } from '../../conformance/engine/engine.ts';
import type { Finding, Spend } from '../../conformance/model/run.ts';
import { selectChecks } from '../../conformance/model/select.ts';
import type { RawSettings, Settings } from '../../conformance/settings/settings.ts';
import { propertyChecks } from '../../conformance/fuzz/checks.ts';
import type { CorpusEntry } from '../../conformance/fuzz/corpus.ts';
import { maxSpendOf } from '../../conformance/fuzz/cases.ts';
import type { FoundDefect } from '../../conformance/fuzz/found.ts';
import { fuzz as fuzzAll, type FuzzResult } from '../../conformance/fuzz/fuzz.ts';
import { properties } from '../../conformance/fuzz/index.ts';
import { judgeable } from '../../conformance/fuzz/judgeable.ts';
import type { Property } from '../../conformance/fuzz/property.ts';
import { awaitTarget } from '../input/await-target.ts';
import { checkOwnToken } from '../input/tried-tokens.ts';
import { rememberWorkspaceToken } from '../input/ordinary-tokens.ts';
import { corpusAt, readCorpus } from '../input/corpus-file.ts';
import { formatsIn, type Formats } from '../input/formats.ts';
import { currentHost } from '../output/host.ts';
import { listenForInterruption, type Interruption } from '../output/interruption.ts';
import { journalFailure, openJournal, type RunJournal } from '../results/journal.ts';
import { rescueJournal } from '../results/rescue.ts';
import { printTrouble } from '../results/report-trouble.ts';
import { steadyNow } from '../output/clock.ts';
import { timeCap, type TimeCap } from '../output/run-ends.ts';
import { unreachedFinding } from '../../conformance/engine/time/time-is-up.ts';
import { tokenEndsIn, tokenEndReason, type TokenEnded } from '../../conformance/engine/token/token-end.ts';
import { returnEarlierLeases } from '../results/return-leases.ts';
import { leaseJournalFor, unreturnedMessage } from '../results/lease-journal.ts';
import { readCa, readSettings } from '../input/read-settings.ts';
import { contactTarget } from '../input/asked-target.ts';
import { openResultFolder, type ResultFolder } from '../results/result-folder.ts';
import { runHeader } from '../results/run-header.ts';
import { isOnThisMachine, openTarget, targetLine, type Target } from '../input/target.ts';
import { fuzzReporter, type FuzzReporter } from '../output/fuzz-reporter.ts';
import { tryToWrite } from '../input/try-to-write.ts';
import { UsageError } from '../errors/usage-error.ts';
import { checkProfiles, emptySelection } from '../input/work.ts';
import { writeCheckReports } from '../results/write-reports.ts';

/** Enough cases to meet each mistake that a whole class of inputs shows, and a few minutes at a slow target. */
const usualRuns = 1_000;
/** No target and no machine answers more cases in a second: this bounds a run that only its time ends. */
const mostRunsPerSecond = 5_000;
/** Credits that shrinking may use besides the cases, without a cap by the user. */
const creditsForShrinking = 1_000;
/** The longest text that is sent (a refusal for its size alone is no failure), and twice the turns of a check. */
const inputBounds = { longestText: 4_096, mostTurns: 8 };

/** What to try, and how much of it. */
type FuzzPlan = {
  readonly properties: readonly Property[];
  readonly runs: number;
  readonly forMs: number | undefined;
  readonly corpus: readonly CorpusEntry[];
  readonly atMost: Spend;
};

/**
 * `assay fuzz`: tries inputs that no check lists, and keeps the smallest input of each cause. Returns the exit code.
 */
export async function fuzz(_args: readonly string[], flags: RawSettings): Promise<number> {
  const { formats, flags: asked } = formatsIn(flags, 'check');
  const settings = await readSettings(asked);
  // Objects made for a request are garbage after it: a growing young generation saves no time and takes a third of the
  // memory.
  setFlagsFromString('--semi-space-growth-factor=1');
  const plan = planOf(settings);
  // A failure found at another target would not occur at the embedded service and would look fixed.
  if (settings.fuzz.replayFile !== undefined && settings.target === undefined)
    throw new UsageError('--replay takes the target of its inputs: give --target or set ASSAY_TARGET');
  const { replayFile, corpusFile } = settings.fuzz;
  await returnEarlierLeases(settings.out);
  const folder = openResultFolder(settings.out, 'fuzz', new Date(), [replayFile, corpusFile]);
  currentHost().keepsIn(folder.path);
  const interruption = listenForInterruption();
  try {
    await awaitTarget(settings, readCa(settings));
    return await begin({ settings, formats, plan, folder, interruption, reporter: fuzzReporter() });
  } finally {
    interruption.stopListening();
    folder.close();
  }
}

/** Begins the journal before the first request: a kill in between must leave a folder that `report` can read. */
async function begin(begun: Begun): Promise<number> {
  const { settings, plan, folder, reporter } = begun;
  const opened = await openTarget(settings);
  try {
    const planned = { checks: plan.properties.map(({ id }) => id), atMost: plan.atMost };
    const header = { ...runHeader('fuzz', settings, opened, planned), folder: folder.path };
    const journal = openJournal(folder, header);
    const target = await askedFirst(begun, opened);
    const { given } = runHeader('fuzz', settings, target, planned);
    journal.begin({ ...header, ...(given === undefined ? {} : { given }) });
    const { url, unanswered } = target;
    reporter.target(targetLine('fuzz', target), unanswered === undefined ? undefined : { url, unanswered });
    return await run({ ...begun, target, journal });
  } finally {
    reporter.end();
    await opened.close();
  }
}

/** Asks once whether the target answers and accepts the token: otherwise all cases would fail for the same reason. */
async function askedFirst({ settings, plan, interruption }: Begun, opened: Target): Promise<Target> {
  const { signal } = interruption;
  const ca = readCa(settings);
  const asked = await contactTarget(opened, settings, ca, signal);
  const isNeeded = plan.properties.some(({ needs }) => needs.includes('token'));
  return { ...asked, ...(await checkOwnToken(asked, settings, isNeeded, { ca, signal, keep: () => undefined })) };
}

function planOf(settings: Settings): FuzzPlan {
  const { only, profile, maxCredits, forMs } = settings;
  const { runs: askedRuns, corpusFile: ownCorpus, replayFile } = settings.fuzz;
  checkProfiles([profile]);
  const ids = new Set(selectChecks(propertyChecks, { only, profile }, everyCheck).map(({ id }) => id));
  if (ids.size === 0) throw emptySelection('property', only, profile, propertyChecks);
  if (ownCorpus !== undefined) tryToWrite('--corpus', ownCorpus);
  const corpus = readCorpus(replayFile ?? ownCorpus, replayFile !== undefined).filter(({ property }) =>
    ids.has(property),
  );
  const named = new Set(corpus.map(({ property }) => property));
  const chosen = properties.filter(({ id }) => ids.has(id) && (replayFile === undefined || named.has(id)));
  if (chosen.length === 0)
    throw new UsageError(
      `--replay ${replayFile ?? ''}: --only or --profile selects none of its inputs; leave them out`,
    );
  if (maxCredits === undefined && askedRuns === undefined && forMs !== undefined && !isOnThisMachine(settings))
    throw new UsageError('--time alone sets no bound to what a run may cost: give --max-credits or --runs as well');
  const runs = replayFile === undefined ? runsOf(settings) : 0;
  const most = maxSpendOf(chosen, runs + corpus.length * chosen.length);
  const credits = Math.min(maxCredits ?? Number.POSITIVE_INFINITY, most.credits + creditsForShrinking);
  return { properties: chosen, runs, forMs, corpus, atMost: { ...most, credits } };
}

function runsOf({ forMs, fuzz: { runs } }: Settings): number {
  return runs ?? (forMs === undefined ? usualRuns : Math.ceil((forMs / 1_000) * mostRunsPerSecond));
}

type Begun = {
  readonly settings: Settings;
  readonly formats: Formats;
  readonly plan: FuzzPlan;
  readonly folder: ResultFolder;
  readonly interruption: Interruption;
  readonly reporter: FuzzReporter;
};

type Parts = Begun & { readonly target: Target; readonly journal: RunJournal };

async function run(parts: Parts): Promise<number> {
  const { settings, plan, folder, interruption, target, reporter, journal } = parts;
  const { header } = journal.kept;
  const signal = AbortSignal.any([interruption.signal, journal.broken]);
  const corpus = corpusAt(settings.fuzz.corpusFile);
  let used = noCost;
  const asked: Exchange[] = [];
  let isBegun = false;
  // Only the exchanges of findings are kept: thousands of correct ones would not be read.
  const count = (event: JournalEvent): void => {
    if (event.is === 'exchange') {
      used = addCosts(used, costOfExchange(event.exchange));
      if (!isBegun) asked.push(event.exchange);
    } else if (event.is === 'journalEntry' && event.entry.is === 'tokenEnded') journal.keep(event);
  };
  const ca = readCa(settings);
  const leaseJournal = leaseJournalFor(folder, target, ca);
  const keeping = {
    learnt: rememberWorkspaceToken,
    tellWait: reporter.say,
    ...(leaseJournal === undefined ? {} : { leaseJournal }),
  };
  const cap = timeCap();
  const engine = createEngine(
    {
      ...settings,
      ...tokensOf(target),
      target: target.url,
      seed: header.seed,
      ca,
      ...capsOf(settings, plan),
      ...keeping,
    },
    checks,
    count,
    AbortSignal.any([signal, cap.signal]),
  );
  try {
    reporter.begins(header, plan);
    const { ready, unready, controls } = await judgeable(plan.properties, target, { engine, checks, asked });
    isBegun = true;
    const time = beginTime(plan, cap);
    const result = await fuzzAll(
      {
        ...plan,
        properties: ready,
        controls,
        seed: header.seed,
        folder: header.folder,
        concurrency: settings.concurrency,
        texts: inputBounds,
        ...time,
        signal,
        left: cap.signal,
      },
      engine,
      {
        found: (found) => {
          keep(found, parts, journal);
          corpus.add(found.entry);
        },
        progress: (progress) => reporter.progress(progress, header.seed),
      },
    );
    const [end] = tokenEndsIn(journal.kept.journalEntries);
    const tried = end === undefined ? result.rest : result.rest.map((finding) => cutShort(finding, ready, end));
    const rest = interruption.signal.aborted ? tried : [...unready, ...tried];
    const broken = journalFailure(journal);
    for (const finding of rest)
      journal.keep({ is: 'finding', finding: broken === undefined ? finding : unreachedFinding(finding, broken) });
    const said = unreturnedMessage(await engine.close(), leaseJournal, folder.path);
    if (said !== undefined) reporter.say(said);
    const code = await conclude(parts, journal, result, { ...used, credits: creditsOf(used) });
    const lost = corpus.failure();
    if (lost !== undefined) throw lost;
    return code;
  } finally {
    cap.forget();
    unreturnedMessage(await engine.close(), leaseJournal, folder.path);
  }
}

/** A property that had passed until the token ended is not a pass: the requested cases were not all tried. */
function cutShort(finding: Finding, properties: readonly Property[], end: TokenEnded): Finding {
  const isCut = properties.some(({ id, needs }) => id === finding.check && needs.includes('token'));
  return isCut && finding.verdict.is === 'pass'
    ? { ...finding, verdict: { is: 'inconclusive', ...tokenEndReason(end) } }
    : finding;
}

/** Credits limits of the run. A default cap must not be reported as `--max-credits`. */
const capsOf = ({ maxCredits }: Settings, { atMost: { credits } }: FuzzPlan) =>
  maxCredits === undefined ? { ownCap: credits } : { maxCredits: credits };

/**
 * Time in milliseconds after the end of a run's time in which it shrinks failing inputs and waits for requests under
 * way.
 */
const shrinkingMs = 5_000;

/** Starts the time of `--time`. */
const beginTime = ({ forMs }: FuzzPlan, cap: TimeCap) => {
  if (forMs !== undefined) cap.begin(forMs, shrinkingMs);
  const endMs = performance.now() + (forMs ?? Number.POSITIVE_INFINITY);
  const isBefore = (atMs: number): boolean => performance.now() < atMs;
  return { isOver: () => !isBefore(endMs), mayShrink: () => isBefore(endMs + shrinkingMs) };
};

const tokensOf = ({ token, otherToken, spentToken, provisioner }: Target) => ({
  token,
  otherToken,
  spentToken,
  provisioner,
});

/** Keeps a finding with its exchanges. A control that several findings share is kept once. */
function keep(found: FoundDefect, { folder, reporter }: Parts, journal: RunJournal): void {
  const before = new Set(journal.kept.exchanges.map(({ id }) => id));
  const fresh = [...found.controls, ...found.exchanges].filter(({ id }) => !before.has(id));
  for (const exchange of fresh) journal.keep({ is: 'exchange', exchange });
  journal.keep({ is: 'finding', finding: found.finding });
  journal.alongside(() => folder.append('corpus.ndjson', JSON.stringify(found.entry)));
  reporter.found(found, folder.path);
}

async function conclude(parts: Parts, journal: RunJournal, result: FuzzResult, spend: Spend): Promise<number> {
  const { formats, interruption, reporter } = parts;
  const { folder, says } = rescueJournal(parts.folder, journal);
  const { kept } = journal;
  const suite = { checks: propertyChecks, observations, faults: knownFaults };
  const whole = assembleRun(kept, suite, { at: steadyNow().toISOString(), signal: interruption.by(), spend });
  const failure = await writeCheckReports(folder, whole, kept.exchanges, formats.check);
  reporter.run(whole, result, { path: folder.path, unwritten: failure?.files });
  return printTrouble(says, failure, folder.path) === undefined ? whole.exitCode : whole.exitCode || 2;
}
