import { join } from 'node:path';
import type { RawSettings, Settings } from '../conformance/core/settings/settings.ts';
import { gatedCode, type Gate } from '../load/model/gate.ts';
import type { Load } from '../load/model/load.ts';
import { judgedLoad, loadExitCode } from '../load/model/judged-load.ts';
import { loadDefaults } from '../load/model/settings.ts';
import { limitWarnings, machineLimits } from '../load/runner/machine-limits.ts';
import { roomForRecords, runScenario, type LoadOutcome, type Measured } from '../load/runner/run-scenario.ts';
import { logged } from '../reports/log-text.ts';
import { calibrationHere } from './load/calibration-file.ts';
import { askedTarget } from './given/asked-target.ts';
import { awaitTarget } from './given/await-target.ts';
import { findBot } from './given/find-bot.ts';
import {
  endIfInterrupted,
  interruptedCodes,
  listenForInterruption,
  type Interruption,
} from './terminal/interruption.ts';
import { startCanary } from './load/canary.ts';
import { dashboardPort } from './load/dashboard.ts';
import { gateText } from '../reports/load/terminal.ts';
import { dryRun } from './load/dry-run.ts';
import { readyK6 } from './load/ready-k6.ts';
import { gateFor, keepGate } from './results/gate.ts';
import { environmentHere } from './load/environment.ts';
import { calibrationFile, environmentFile, evidenceIn } from './load/evidence.ts';
import { learnedContent, type Content } from './load/content.ts';
import { guardOpenFlags } from './load/levels.ts';
import { learnedMarks, type Marks } from './load/marks.ts';
import { loadWork, maxCreditsText, type LoadWork } from './load/settings.ts';
import { shortSteps } from './load/short-steps.ts';
import { stopAtMissedStep } from './load/steps.ts';
import { maskWrongAnswers, wrongFolder } from './load/wrong-answers.ts';
import { readCa, readSettings } from './given/read-settings.ts';
import { unwrittenWords } from './results/rescue.ts';
import { StorageError } from './given/usage-error.ts';
import { openResultFolder, type ResultFolder } from './results/result-folder.ts';
import { openTarget, targetLine, type Target } from './given/target.ts';
import { loadTeller, tellLoad, tellStopped } from './terminal/tell-load.ts';
import { terminalStyle } from './terminal/terminal-style.ts';

/** What the figures of a run without a target are to be compared with. */
const embeddedPace = { firstEventMs: 200, gapMs: 20, events: 20 };

/** `assay load SCENARIO`: times a service with k6, keeps every request, prints what it comes to. Gives the exit code. */
export async function load(args: readonly string[], flags: RawSettings): Promise<number> {
  const { concurrency, audit, ...others } = flags;
  const settings = await readSettings(others);
  guardOpenFlags(args[0], flags);
  const work = loadWork(args[0], settings, { concurrency, audit: audit === true });
  const ca = readCa(settings);
  const gate = await gateNamed(flags['gate'], settings);
  if (flags['dry-run'] === true) return dryRun(work, settings);
  const folder = openResultFolder(settings.out, 'load', new Date(), [flags['gate']]);
  const interruption = listenForInterruption();
  try {
    const k6Path = await readyK6('load', interruption);
    await awaitTarget(settings, ca);
    const target = await openTarget(settings, embeddedPace);
    try {
      if (gate) console.log(gateText({ gate }, terminalStyle()));
      const bot = await botOf({ settings, work, target, ca, interruption });
      if (bot === undefined) return gatedCode(2, gate);
      const asking = { settings, work, target, botId: bot, interruption };
      const content = await contentOf(asking);
      const marks = await marksOf(asking, content);
      const port = flags['dashboard'] === true ? await dashboardPort(process.env) : undefined;
      if (port !== undefined) console.log(`load: k6's dashboard is at http://127.0.0.1:${port} while it runs`);
      return await runInto(folder, {
        settings,
        work,
        target,
        botId: bot,
        content,
        marks,
        k6Path,
        port,
        gate,
        interruption,
      });
    } finally {
      await target.close();
    }
  } finally {
    interruption.forget();
    folder.close();
  }
}

type Asking = {
  readonly settings: Settings;
  readonly work: LoadWork;
  readonly target: Target;
  readonly ca: string | undefined;
  readonly interruption: Interruption;
};

/** Asks the target whether it answers, and for a bot; undefined where nothing can be measured, which is said. */
async function botOf({ settings, work, target, ca, interruption }: Asking): Promise<string | undefined> {
  const asked = await askedTarget(target, settings, ca, interruption.signal);
  endIfInterrupted(interruption, nothingTimed);
  announce(work, asked);
  const { unanswered } = asked;
  const found = unanswered === undefined ? await findBot(settings, target, interruption.signal) : undefined;
  endIfInterrupted(interruption, nothingTimed);
  if (found !== undefined && 'bot' in found) return found.bot;
  console.error(`assay: nothing was measured: ${logged(unanswered ?? found?.because ?? 'no bot is known')}`);
  return undefined;
}

/** What was said of it, or is learned of the target; nothing where nothing is streamed. */
async function contentOf({
  settings,
  work,
  target,
  botId,
  interruption,
}: Omit<Asking, 'ca'> & { readonly botId: string }): Promise<Content> {
  const { content, contentFrom } = work.options;
  if (!work.learnsRule) return { content, contentFrom };
  const { signal } = interruption;
  const learned = await learnedContent({ settings, target, botId, signal }, (line) => console.log(`load: ${line}`));
  endIfInterrupted(interruption, nothingTimed);
  return learned;
}

/** Whether replies hold the marks of their requests. */
async function marksOf(
  { settings, work, target, botId, interruption }: Omit<Asking, 'ca'> & { readonly botId: string },
  { content }: Content,
): Promise<Marks> {
  const asking = { settings, target, botId, signal: interruption.signal, operations: work.marked, content };
  const learned = await learnedMarks({ ...asking, seed: work.options.seed ?? loadDefaults.seed }, (line) =>
    console.log(`load: ${line}`),
  );
  endIfInterrupted(interruption, nothingTimed);
  return learned;
}

const nothingTimed = 'interrupted before anything was timed';

/** The verdict that stands before the figures, known before anything is sent. */
async function gateNamed(path: unknown, { target }: Settings): Promise<Gate | undefined> {
  if (typeof path !== 'string') return undefined;
  return gateFor(path, { target: target ?? 'the embedded reference service', embedded: target === undefined });
}

function announce(work: LoadWork, target: Target): void {
  const { scenario, options, plan, learningCredits } = work;
  const say = (line: string): void => console.log(`load: ${line}`);
  console.log(targetLine(`load ${scenario.name}`, target));
  if (target.unanswered !== undefined) return;
  if (target.embedded) {
    say(`its first event is set to ${embeddedPace.firstEventMs} ms, each further one to ${embeddedPace.gapMs} ms`);
  }
  if (plan.requests < plan.requestsAsked) {
    say(
      `${maxCreditsText(options.maxCredits, learningCredits)} covers ${plan.requests} of ${plan.requestsAsked} requests; it ends there`,
    );
  }
  shortSteps(work).forEach(say);
  limitWarnings(machineLimits(), options.maxInFlight ?? loadDefaults.maxInFlight).forEach(say);
}

type Ready = {
  readonly settings: Settings;
  readonly work: LoadWork;
  readonly target: Target;
  readonly botId: string;
  readonly content: Content;
  readonly marks: Marks;
  readonly k6Path: string;
  readonly port: number | undefined;
  readonly gate: Gate | undefined;
  readonly interruption: Interruption;
};

async function runInto(folder: ResultFolder, ready: Ready): Promise<number> {
  const { settings, work, target, botId, content, marks, k6Path, port, gate, interruption } = ready;
  const { options, plan, scenario } = work;
  folder.write(environmentFile, `${JSON.stringify(environmentHere(target.embedded))}\n`);
  if (gate) keepGate(folder, gate);
  const calibration = calibrationHere(process.env);
  if (calibration) folder.write(calibrationFile, `${JSON.stringify(calibration)}\n`);
  const canary = await startCanary(settings, folder, k6Path);
  const teller = loadTeller(scenario.shape === 'sweep' ? undefined : plan.requests);
  const judgeSteps = stopAtMissedStep(scenario, plan);
  try {
    const outcome = await runScenario(
      {
        ...options,
        ...content,
        ...marks,
        wrongDir: join(folder.path, wrongFolder),
        target: target.url,
        token: target.token,
        botId,
        outDir: folder.path,
        k6Path,
        dashboardPort: port,
        canaryUrl: canary?.url,
        ...(scenario.mix.speech !== undefined && { audioDir: join(folder.path, 'audio') }),
      },
      (progress) => {
        teller.progress(progress);
        return judgeSteps(progress);
      },
      // A session's next turn is due when its user has read the last one, and so is all of a closed loop.
      {
        mostRecordBytes: roomForRecords(plan.requests),
        dueTimes: plan.turns === 1 && scenario.shape !== 'sweep' ? plan.starts.map(({ atMs }) => atMs) : undefined,
        takeOver: () => {
          interruption.forget();
          return interruption.by();
        },
      },
    );
    teller.end();
    await canary?.keep();
    maskWrongAnswers(folder.path);
    return await conclude(outcome, folder, gate);
  } finally {
    teller.end();
    await canary?.close();
  }
}

async function conclude(outcome: LoadOutcome, folder: ResultFolder, gate: Gate | undefined): Promise<number> {
  const judged = isMeasured(outcome) ? { ...judgedIn(outcome, folder), ...(gate && { gate }) } : undefined;
  const unwritten = judged === undefined ? undefined : await tellJudged(judged, folder);
  const failure = failureOf(outcome, judged !== undefined);
  for (const trouble of [outcome.lacking, unwritten, failure]) {
    if (trouble !== undefined) console.error(`assay: ${logged(trouble)}`);
  }
  if (outcome.is === 'failed') return outcome.isDisk === true && judged !== undefined ? 2 : 70;
  const code = codeOf(outcome, judged, gate);
  // What was to be kept is not, and that is no 0.
  return outcome.lacking === undefined && unwritten === undefined ? code : code || 2;
}

function failureOf(outcome: LoadOutcome, isMeasuredToo: boolean): string | undefined {
  if (outcome.is === 'interrupted' && !isMeasuredToo) return nothingTimed;
  return outcome.is === 'failed' ? outcome.because : undefined;
}

/** Why the reports could not be written, if so: the records they are made of are there. */
async function tellJudged(judged: Load, folder: ResultFolder): Promise<string | undefined> {
  // Not before: the library of its charts would only be in the way of the measurement.
  const { writeLoadReports } = await import('./load/write-load-reports.ts');
  try {
    writeLoadReports(folder, judged);
    return undefined;
  } catch (error) {
    if (error instanceof StorageError) return unwrittenWords(error, folder.path);
    throw error;
  } finally {
    tellLoad(judged, folder.path);
  }
}

function codeOf(outcome: LoadOutcome, judged: Load | undefined, gate: Gate | undefined): number {
  if (outcome.is === 'interrupted') return interruptedCodes[outcome.by];
  if (outcome.is === 'stopped' && outcome.because !== 'asked to') {
    tellStopped(outcome.because);
    return gatedCode(2, gate);
  }
  return gatedCode(judged === undefined ? 2 : loadExitCode(judged), gate);
}

function isMeasured(outcome: LoadOutcome): outcome is LoadOutcome & Measured {
  return outcome.load !== undefined && outcome.header !== undefined && outcome.canaries !== undefined;
}

function judgedIn({ load, header, canaries }: Measured, { path }: ResultFolder): Load {
  return judgedLoad(load, evidenceIn([{ path, header, canaries }]));
}
