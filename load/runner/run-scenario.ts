import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setInterval as every } from 'node:timers/promises';
import type { Load, LoadCounts } from '../model/load.ts';
import { loadScenarios } from '../model/scenarios.ts';
import { bundleScenario, type Bundled } from './bundle.ts';
import { lastLines } from './child-process.ts';
import { followRequests, type Following } from './follow-requests.ts';
import { k6Environment } from './k6-environment.ts';
import type { RunScenarioOptions } from './options.ts';
import { scenarioFile } from './places.ts';
import { startK6, type Interrupt, type K6Ending } from './start-k6.ts';

/** About once a second, as soon as k6 sends. */
export type LoadProgress = { readonly is: 'progress'; readonly counts: LoadCounts };

export type LoadOutcome =
  /** `thresholds` are k6's judgement of those that were asked for. */
  | { readonly is: 'done'; readonly load: Load; readonly thresholds: 'kept' | 'missed' | 'notAsked' }
  /** `load` holds what was measured until then, if anything was. */
  | { readonly is: 'interrupted'; readonly by: Interrupt; readonly load?: Load }
  | { readonly is: 'failed'; readonly because: string; readonly load?: Load };

/** k6's exit code when a threshold was missed. */
const missedThreshold = 99;

/** Runs one scenario to its end. `outDir` then holds requests.ndjson; load.json is the outcome's `load`, unwritten. */
export async function runScenario(
  options: RunScenarioOptions,
  on: (progress: LoadProgress) => void,
): Promise<LoadOutcome> {
  if (!loadScenarios.some(({ name }) => name === options.scenario)) {
    return { is: 'failed', because: `there is no scenario ${options.scenario}` };
  }
  const folder = await mkdtemp(join(tmpdir(), 'assay-load-'));
  try {
    const bundle = join(folder, `${options.scenario}.js`);
    const source = scenarioFile(options.scenario);
    const bundled: Bundled = source.is === 'bundle' ? { is: 'bundled' } : await bundleScenario(source.path, bundle);
    if (bundled.is === 'failed') return bundled;
    return await runBundle(options, source.is === 'bundle' ? source.path : bundle, on);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runBundle(
  options: RunScenarioOptions,
  bundle: string,
  on: (progress: LoadProgress) => void,
): Promise<LoadOutcome> {
  const requestsPath = resolve(options.outDir, 'requests.ndjson');
  // Or the records of an earlier run would be read until k6 has begun.
  await rm(requestsPath, { force: true });
  const following = followRequests(requestsPath);
  const ended = new AbortController();
  const reporting = report(following, ended.signal, on);
  // What goes wrong in it is thrown where it is awaited, after k6 has ended.
  reporting.catch(() => undefined);
  try {
    const ending = await startK6(options.k6Path, bundle, k6Environment(options, requestsPath));
    ended.abort();
    await reporting;
    await following.catchUp();
    return outcomeOf(options, ending, following);
  } catch (error) {
    return { is: 'failed', because: `the run broke off: ${error instanceof Error ? error.message : String(error)}` };
  } finally {
    ended.abort();
    await following.close();
  }
}

async function report(following: Following, signal: AbortSignal, on: (progress: LoadProgress) => void): Promise<void> {
  try {
    for await (const _ of every(1000, undefined, { signal })) {
      await following.catchUp();
      const counts = following.counts();
      if (counts) on({ is: 'progress', counts });
    }
  } catch (error) {
    // The signal ends the iteration by an error of this name.
    if (!(error instanceof Error && error.name === 'AbortError')) throw error;
  }
}

function outcomeOf(options: RunScenarioOptions, ending: K6Ending, following: Following): LoadOutcome {
  const load = following.load();
  const measured = load && { load };
  if (ending.interruptedBy) return { is: 'interrupted', by: ending.interruptedBy, ...measured };
  const failed = (because: string): LoadOutcome => ({ is: 'failed', because, ...measured });
  if (ending.code !== 0 && ending.code !== missedThreshold) return failed(explain(ending, options));
  const [broken] = following.unreadable;
  if (broken !== undefined) return failed(`requests.ndjson, line ${broken}, is no record`);
  if (!load) return failed('k6 wrote no requests.ndjson');
  const asked = Object.keys(options.thresholds ?? {}).length > 0;
  const kept = ending.code === 0 ? 'kept' : 'missed';
  return { is: 'done', load, thresholds: asked ? kept : 'notAsked' };
}

/** k6 prints what a script throws, and what that quotes is not assay's to know. */
function explain({ code, errors }: K6Ending, options: RunScenarioOptions): string {
  const said = secretsOf(options).reduce((text, secret) => text.replaceAll(secret, '***'), errors);
  return `k6 ended with ${code === null ? 'a signal' : `code ${code}`}:\n${lastLines(said, 15)}`;
}

function secretsOf({ token, headers, target }: RunScenarioOptions): readonly string[] {
  const credentials = /^[a-z]+:\/\/([^/?#]*)@/i.exec(target)?.[1] ?? '';
  return [token ?? '', credentials, ...Object.values(headers ?? {})].filter((secret) => secret !== '');
}
