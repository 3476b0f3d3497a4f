import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRequests, type Requests } from '../records/reading.ts';
import { k6ForTests } from './needs-k6.testing.ts';
import type { RunScenarioOptions } from './options.ts';
import { runScenario, type LoadOutcome, type RunPlan, type Watcher } from './run-scenario.ts';

/** Short, and evenly spaced: 20 requests in 2 s, of which 4 warm up; none is given up because the machine is busy. */
export const briefLoad = {
  arrivals: 'constant',
  ratePerS: 10,
  durationS: 2,
  warmupS: 0.4,
  seed: 3,
  maxLagMs: 60_000,
} as const;

/** How the server streams its answers. */
export const streamPace = { firstMs: 100, gapMs: 10, events: 5 };

export type ScenarioRun = { readonly outcome: LoadOutcome; readonly requests: Requests; readonly text: string };

/** Runs a scenario with the real k6, and reads what it wrote. */
export async function run(
  options: Partial<RunScenarioOptions> & { readonly target: string },
  watch: Watcher = () => {},
  plan: RunPlan = {},
): Promise<ScenarioRun> {
  const outDir = await mkdtemp(join(tmpdir(), 'assay-test-'));
  try {
    const outcome = await runScenario(
      { scenario: 'stream', botId: 'bot', k6Path: k6ForTests(), env: process.env, outDir, ...options },
      watch,
      plan,
    );
    const text = await readFile(join(outDir, 'requests.ndjson'), 'utf8').catch(() => '');
    return { outcome, text, requests: readRequests(text) };
  } finally {
    await rm(outDir, { recursive: true });
  }
}
