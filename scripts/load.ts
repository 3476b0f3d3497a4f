import { randomInt } from 'node:crypto';
import type { RawSettings, Settings } from '../conformance/core/settings.ts';
import { loadScenarios } from '../load/model/scenarios.ts';
import { scheduleOf } from '../load/model/schedule.ts';
import { loadDefaults } from '../load/model/settings.ts';
import { ensureK6 } from '../load/runner/ensure-k6.ts';
import { runScenario, type LoadOutcome } from '../load/runner/run-scenario.ts';
import type { RunScenarioOptions } from '../load/runner/options.ts';
import { interruptedCodes } from './interruption.ts';
import { findBot } from './find-bot.ts';
import { readCa, readSettings } from './read-settings.ts';
import { openResultFolder, type ResultFolder } from './result-folder.ts';
import { openTarget, targetLine, type Target } from './target.ts';
import { tellLoad, tellProgress } from './tell-load.ts';
import { unknownName, UsageError } from './usage-error.ts';
import { writeLoadReports } from './write-reports.ts';

/** What the figures of a run without a target are to be compared with. */
const embeddedPace = { firstEventMs: 200, gapMs: 20, events: 20 };

/** `assay load SCENARIO`: times a service with k6, keeps every request, prints what it comes to. Gives the exit code. */
export async function load(args: readonly string[], flags: RawSettings): Promise<number> {
  const scenario = scenarioOf(args[0]);
  const settings = await readSettings(flags);
  readCa(settings);
  const wishes = wishesOf(settings);
  guardCredits(settings, wishes);
  const folder = openResultFolder(settings.out, 'load', new Date());
  const k6 = await ensureK6({ env: process.env }, ({ because }) => console.log(`load: ${because}`));
  if (k6.is !== 'ready') throw new UsageError(k6.because);
  const target = await openTarget(settings, embeddedPace);
  try {
    console.log(targetLine(`load ${scenario}`, target));
    if (target.embedded)
      console.log(
        `load: its first event is set to ${embeddedPace.firstEventMs} ms, each further one to ${embeddedPace.gapMs} ms`,
      );
    const found = await findBot(settings, target);
    if ('because' in found) {
      console.error(`assay: nothing was measured: ${found.because}`);
      return 2;
    }
    const options = optionsFor(scenario, settings, target, {
      botId: found.bot,
      ...wishes,
      outDir: folder.path,
      k6Path: k6.path,
    });
    return conclude(await runScenario(options, tellProgress), folder);
  } finally {
    await target.close();
    folder.close();
  }
}

function scenarioOf(name: string | undefined): string {
  const names = loadScenarios.map((scenario) => scenario.name);
  if (name === undefined) throw new UsageError(`load needs a scenario: ${names.join(', ')}`);
  if (!names.includes(name)) throw unknownName('scenario', name, names);
  return name;
}

/** Load can use up an account within minutes, so that a target of somebody else's needs a bound. */
function guardCredits({ target, maxCredits }: Settings, wishes: Wishes): void {
  const isLoopback = target === undefined || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(target).hostname);
  if (maxCredits === undefined) {
    if (isLoopback) return;
    throw new UsageError('load on a target that is not on this machine needs --max-credits N');
  }
  const requests = scheduleOf({
    ...loadDefaults,
    ...wishes,
    durationMs: (wishes.durationS ?? loadDefaults.durationS) * 1_000,
  }).length;
  if (requests <= maxCredits) return;
  const advice = 'lower --rate or --duration';
  throw new UsageError(
    `the ${requests} requests of the schedule can cost ${requests} credits, more than --max-credits ${maxCredits}; ${advice}`,
  );
}

type Wishes = Pick<RunScenarioOptions, 'ratePerS' | 'durationS' | 'warmupS' | 'maxInFlight' | 'arrivals' | 'seed'>;

function wishesOf({ load: asked, seed }: Settings): Wishes {
  const { ratePerS, durationMs, warmupMs, maxInFlight, arrivals } = asked;
  return {
    seed: seed ?? randomInt(2 ** 31),
    ...(ratePerS === undefined ? {} : { ratePerS }),
    ...(durationMs === undefined ? {} : { durationS: durationMs / 1_000 }),
    ...(warmupMs === undefined ? {} : { warmupS: warmupMs / 1_000 }),
    ...(maxInFlight === undefined ? {} : { maxInFlight }),
    ...(arrivals === undefined ? {} : { arrivals }),
  };
}

function optionsFor(
  scenario: string,
  settings: Settings,
  target: Target,
  rest: Wishes & Pick<RunScenarioOptions, 'botId' | 'outDir' | 'k6Path'>,
): RunScenarioOptions {
  return {
    scenario,
    target: target.url,
    headers: Object.fromEntries(settings.headers),
    env: process.env,
    ...(target.token === undefined ? {} : { token: target.token }),
    ...(settings.caFile === undefined ? {} : { caFile: settings.caFile }),
    ...rest,
  };
}

async function conclude(outcome: LoadOutcome, folder: ResultFolder): Promise<number> {
  if (outcome.load !== undefined) {
    writeLoadReports(folder, outcome.load);
    tellLoad(outcome.load, folder.path);
  }
  if (outcome.is === 'failed') {
    console.error(`assay: ${outcome.because}`);
    return 70;
  }
  if (outcome.is === 'interrupted') return interruptedCodes[outcome.by];
  if (outcome.thresholds === 'missed') return 1;
  // Without one good answer there is no measurement, and so nothing to be green about.
  return outcome.load.counts.ok === 0 ? 2 : 0;
}
