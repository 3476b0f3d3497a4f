import { join } from 'node:path';
import type { RawSettings, Settings } from '../../conformance/settings/settings.ts';
import { gatedCode, type Gate } from '../../load/evidence/gate.ts';
import { undecidedOperations } from '../../load/verdict/marks.ts';
import type { JudgedSamples } from '../../load/evidence/judged-samples.ts';
import type { RunScenarioOptions } from '../../load/runner/options.ts';
import { roomForRecords, runScenario, type LoadOutcome, type MeasuredRun } from '../../load/runner/run-scenario.ts';
import { escapeForLog } from '../../reports/text/log-text.ts';
import { pluralize } from '../../reports/text/format.ts';
import { calibrationHere } from '../load/results/calibration-file.ts';
import { awaitTarget } from '../input/await-target.ts';
import { clientBuiltAt } from '../../load/runner/ensure-k6.ts';
import { listenForInterruption, printingIfInterrupted } from '../output/interruption.ts';
import { startCanary } from '../load/canary.ts';
import type { Dashboard } from '../load/live/dashboard.ts';
import { gateText } from '../../reports/load/terminal.ts';
import { dryRun } from '../load/dry-run.ts';
import { readyK6 } from '../load/ready-k6.ts';
import { readGateRun, writeGate, type GatedRun } from '../load/results/gate.ts';
import { environmentText } from '../load/results/environment.ts';
import { repliesAfterRun } from '../load/replies-after-run.ts';
import {
  askedAfterFile,
  calibrationFile,
  chargingFile,
  environmentFile,
  samplesFile,
} from '../load/results/evidence.ts';
import { knownContentRule } from '../load/asking/known-content-rule.ts';
import { embeddedPace } from '../load/announce.ts';
import { prepareTarget, type TargetPreparation, type PreparedTarget } from '../load/prepare-target.ts';
import { scenarioCalled } from '../load/read-options.ts';
import { loadWork } from '../load/settings.ts';
import { kubernetesSettings } from '../kubernetes/settings.ts';
import { makesOwnWorkspaces, ownWorkspaces } from '../load/own-workspaces.ts';
import { stopAtViolatedStep } from '../load/steps.ts';
import { conclude } from '../load/conclude.ts';
import { endedOutcome } from '../load/until/end-records.ts';
import { untilWatch } from '../load/until/watch.ts';
import { audioFolder, maskAskedSpeech, maskWrongAnswers, wrongFolder } from '../load/results/wrong-answers.ts';
import { readCa, readSettings } from '../input/read-settings.ts';
import { openResultFolder, type ResultFolder } from '../results/result-folder.ts';
import { openTarget } from '../input/target.ts';
import { errorMessage } from '../errors/error-message.ts';
import { withoutSecrets } from '../input/known-secrets.ts';
import { loadReporter } from '../load/results/load-reporter.ts';
import { terminalStyle } from '../output/terminal-style.ts';

/** `assay load SCENARIO`: times a service with k6, keeps every request, prints the results. Returns the exit code. */
export async function load(args: readonly string[], flags: RawSettings): Promise<number> {
  const { concurrency, ...others } = flags;
  const settings = await readSettings(others);
  // A wrong name is reported before files are read.
  scenarioCalled(args[0]);
  const gated = await gateNamed(flags['gate'], settings);
  const gate = gated?.gate;
  const known = await knownContentRule(settings, gated?.run);
  const work = loadWork(args[0], settings, {
    flags,
    known,
    concurrency,
    audit: flags['audit'] === true,
    isSloOfFile: flags['slo'] === undefined,
    output: flags['output'],
    until: flags['until'],
  });
  const ca = readCa(settings);
  const kubernetes = kubernetesSettings(flags);
  if (kubernetes !== undefined) {
    const { loadOnCluster } = await import('../kubernetes/on-cluster.ts');
    return loadOnCluster({ kubernetes, work, settings, ca }, flags);
  }
  if (flags['dry-run'] === true) return dryRun(work, settings, makesOwnWorkspaces(settings, flags));
  const folder = openResultFolder(settings.out, 'load', new Date(), [flags['gate']]);
  const interruption = listenForInterruption();
  try {
    const k6Path = await readyK6('load', interruption);
    await awaitTarget(settings, ca);
    const target = await openTarget(settings, embeddedPace);
    const isOwn = makesOwnWorkspaces(settings, flags);
    const own = isOwn ? ownWorkspaces({ settings, target, folder, ca, signal: interruption.signal }) : undefined;
    try {
      if (gate) console.log(gateText({ gate }, terminalStyle()));
      const asking = { settings, work, target, ca, interruption, own };
      const met = await prepareTarget(asking);
      if (met === undefined) return gatedCode(2, gate);
      const dashboard = flags['dashboard'] === true ? await dashboardFor(asking, folder) : undefined;
      try {
        return await runInto(folder, { ...asking, ...met, k6Path, dashboard, gate });
      } finally {
        dashboard?.close();
      }
    } finally {
      const said = await own?.close();
      if (said !== undefined) console.error(`assay: ${escapeForLog(said)}`);
      await target.close();
    }
  } finally {
    interruption.stopListening();
    folder.close();
  }
}

async function dashboardFor(asking: TargetPreparation, folder: ResultFolder): Promise<Dashboard> {
  const { startDashboard } = await import('../load/live/dashboard.ts');
  return startDashboard(asking, folder);
}

/** The verdict of the run given by `--gate`, which stands before the figures. It is read before anything is sent. */
async function gateNamed(path: unknown, { target }: Settings): Promise<GatedRun | undefined> {
  if (typeof path !== 'string') return undefined;
  return readGateRun(path, { target: target ?? 'the embedded reference service', embedded: target === undefined });
}

type Ready = TargetPreparation &
  PreparedTarget & {
    readonly k6Path: string;
    readonly dashboard: Dashboard | undefined;
    readonly gate: Gate | undefined;
  };

async function runInto(folder: ResultFolder, ready: Ready): Promise<number> {
  const { settings, work, target, botId, content, marks, k6Path, dashboard, gate, interruption } = ready;
  const { options, plan, scenario } = work;
  folder.write(environmentFile, environmentText(target.embedded, clientBuiltAt(k6Path), settings.label));
  if (gate) writeGate(folder, gate);
  const calibration = calibrationHere(process.env);
  if (calibration) folder.write(calibrationFile, `${JSON.stringify(calibration)}\n`);
  const canary = await startCanary(settings, folder, k6Path);
  const reporter = loadReporter(scenario.shape === 'sweep' ? undefined : plan.requests);
  const judgeSteps = stopAtViolatedStep(scenario, plan);
  const until = untilWatch(work, folder.path);
  try {
    const ran = await runScenario(
      {
        ...options,
        ...content,
        ...marks,
        wrongDir: join(folder.path, wrongFolder),
        target: target.url,
        token: target.token,
        botId,
        kept: keptOf(botId, content.content ?? options.content),
        outDir: folder.path,
        k6Path,
        ...(ready.ordered !== undefined && { ownWorkspace: true }),
        canaryUrl: canary?.url,
        ...(scenario.mix.speech !== undefined && { audioDir: join(folder.path, audioFolder) }),
      },
      (progress) => {
        const ending = until?.progress(progress);
        const untilSoFar = until?.soFar();
        reporter.progress(progress, untilSoFar);
        dashboard?.show(progress, untilSoFar);
        return ending ?? judgeSteps(progress);
      },
      // In sessions the next turn is due when the user has read the last one, and in a closed loop all requests depend
      // on responses, so their number is not known before.
      {
        mostRecordBytes: roomForRecords(plan.requests),
        record: until?.record,
        dueTimes: plan.turns === 1 && scenario.shape !== 'sweep' ? plan.starts.map(({ atMs }) => atMs) : undefined,
        takeOver: () => {
          interruption.stopListening();
          return interruption.by();
        },
      },
    );
    reporter.end();
    dashboard?.reporting();
    await canary?.keep();
    maskWrongAnswers(folder.path);
    maskAskedSpeech(folder.path);
    const heard = await withSamples(await endedOutcome(ran, folder.path, until?.endedAt()), folder);
    await keepCharging(heard, folder, ready);
    const outcome = await withAskedAfter(heard, folder, ready);
    const unreported = `ended before the reports were written; the records are in ${folder.path}, and npx assay report ${folder.path} writes the reports`;
    const { code, judged } = await printingIfInterrupted(unreported, () => conclude(outcome, folder, gate));
    await dashboard?.end({ load: judged, exitCode: code });
    return code;
  } finally {
    until?.close();
    reporter.end();
    await canary?.close();
  }
}

/** What a target says of itself may contain the token that it was sent. */
function keptOf(botId: string, content: string | undefined): RunScenarioOptions['kept'] {
  return { botId: withoutSecrets(botId), content: content && withoutSecrets(content) };
}

/** Keeps what the run was charged. That is known only where the run ended normally and had a workspace of its own. */
async function keepCharging(outcome: LoadOutcome, folder: ResultFolder, { own, ordered, ...of }: Ready): Promise<void> {
  const { token } = of.target;
  const isOver = outcome.is === 'done' || outcome.is === 'stopped';
  if (own === undefined || ordered === undefined || token === undefined || !isOver) return;
  const left = ordered - outcome.load.creditsForAnswers;
  const charging = await own.charging({ token, botId: of.botId, ordered }, left);
  folder.write(chargingFile, `${JSON.stringify(charging)}\n`);
}

/**
 * Judges the speech samples after the run, so that decoders do not disturb the measurement. An interruption keeps the
 * samples judged until then.
 */
async function withSamples(outcome: LoadOutcome, folder: ResultFolder): Promise<LoadOutcome> {
  if (outcome.is !== 'done' && outcome.is !== 'stopped') return outcome;
  const { judgeSamples } = await import('../load/results/judge-samples.ts');
  return afterwards(outcome, async (signal) => {
    const begins = (many: number): void => console.log(`load: decodes ${pluralize(many, 'sample')} of the audio`);
    const heard = await judgeSamples(folder.path, outcome.header.run, { begins, signal });
    if (heard === undefined) return;
    folder.write(samplesFile, `${JSON.stringify(heard)}\n`);
    await recordedSampleVerdicts(folder.path, heard);
  });
}

/**
 * Asks for replies after everything else, so that they are not part of the run's charges. An interruption leaves the
 * run as it is.
 */
async function withAskedAfter(outcome: LoadOutcome, folder: ResultFolder, ready: Ready): Promise<LoadOutcome> {
  if (outcome.is !== 'done' && !(outcome.is === 'stopped' && outcome.load.complete)) return outcome;
  return afterwards(outcome, async (signal) => {
    const { marks } = outcome.load;
    if (marks === undefined || undecidedOperations(marks).length === 0) return;
    // An empty file is written where no reply could be requested: a missing file might have been removed.
    const heard = (await repliesAfterRun(marks, { ...ready, signal })) ?? {};
    folder.write(askedAfterFile, `${JSON.stringify(heard)}\n`);
  });
}

/** Work on a finished run. A signal during it interrupts the command, as before. */
async function afterwards(
  outcome: LoadOutcome & MeasuredRun,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<LoadOutcome> {
  const { signal, by, stopListening } = listenForInterruption();
  try {
    await work(signal);
  } finally {
    stopListening();
  }
  const { load, header, canaries } = outcome;
  const interruptedBy = by();
  return interruptedBy === undefined ? outcome : { is: 'interrupted', by: interruptedBy, load, header, canaries };
}

/**
 * Writes the verdicts into the records. Where the disk has no room for a second copy, records and verdicts are read
 * together instead.
 */
async function recordedSampleVerdicts(path: string, heard: JudgedSamples): Promise<void> {
  const { recordSampleVerdicts } = await import('../load/record-sample-verdicts.ts');
  try {
    await recordSampleVerdicts(path, heard);
  } catch (error) {
    const says = `requests.ndjson does not name the answers whose samples are wrong, which samples.json does: ${errorMessage(error)}`;
    console.error(`assay: ${escapeForLog(says)}`);
  }
}
