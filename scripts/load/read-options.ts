import { randomInt } from 'node:crypto';
import { userAgent } from '../../conformance/http/identifying-fields.ts';
import type { Settings } from '../../conformance/settings/settings.ts';
import { mixFrom, type Operation } from '../../load/plan/operations.ts';
import { outputs, type Output } from '../../load/plan/outputs.ts';
import { loadScenarios, type LoadScenario } from '../../load/plan/scenarios.ts';
import { traceFrom, type TraceLine } from '../../load/plan/trace.ts';
import type { RunScenarioOptions } from '../../load/runner/options.ts';
import { unknownName, UsageError } from '../errors/usage-error.ts';
import { fileBounds } from '../reading/file-bounds.ts';
import { readText } from '../reading/read-text.ts';

/** The options of a run without its target. */
export type LoadOptions = Omit<RunScenarioOptions, 'target' | 'botId' | 'outDir' | 'k6Path'>;

export function scenarioCalled(name: string | undefined): LoadScenario {
  const names = loadScenarios.map((scenario) => scenario.name);
  if (name === undefined) throw new UsageError(`load needs a scenario: ${names.join(', ')}`);
  const scenario = loadScenarios.find((each) => each.name === name);
  if (scenario === undefined) throw unknownName('scenario', name, names);
  return scenario;
}

export function optionsOf(
  scenario: LoadScenario,
  { load: asked, seed, maxCredits, headers, caFile, http2 }: Settings,
): LoadOptions {
  const { durationMs, warmupMs, traceFile, canary: _, audit: __, sweepConcurrency: ___, ...same } = asked;
  return {
    ...same,
    scenario: scenario.name,
    durationS: durationMs === undefined ? undefined : durationMs / 1_000,
    warmupS: warmupMs === undefined ? undefined : warmupMs / 1_000,
    trace: traceFile,
    seed: seed ?? randomInt(2 ** 31),
    maxCredits,
    ...(same.content !== undefined && { contentFrom: 'given by --content' }),
    headers: Object.fromEntries(headers),
    userAgent,
    caFile,
    http2,
    // Over HTTP/2, requests share a connection and its kernel timestamps, so user timestamps are used. Kernel
    // timestamps of the canary would confirm a clock that no request uses.
    timestamps: http2 ? 'user' : same.timestamps,
    env: process.env,
  };
}

export function outputOf(given: unknown): Output | undefined {
  const found = outputs.find((name) => name === given);
  if (found !== undefined || given === undefined) return found;
  throw new UsageError(`--output is ${JSON.stringify(given)}, expected ${outputs.join(' or ')}`);
}

export function readTrace(path: string | undefined): readonly TraceLine[] | undefined {
  if (path === undefined) return undefined;
  const trace = traceFrom(readText({ path, as: '--trace' }, fileBounds.traceBytes));
  if (trace.is === 'bad') throw new UsageError(`--trace ${path}, line ${trace.lineNumber}: ${trace.because}`);
  return trace.lines;
}

/** The operations of the run's requests, and for each whether any of its messages is made by assay (`ours`). */
export function operationsOf(
  scenario: LoadScenario,
  { mix }: LoadOptions,
  trace: readonly TraceLine[] | undefined,
): ReadonlyMap<Operation, 'ours' | 'given'> {
  const weights = (mix === undefined ? undefined : mixFrom(mix)) ?? scenario.mix;
  const mixed = (Object.keys(weights) as Operation[]).filter((name) => (weights[name] ?? 0) > 0);
  // A session begins with a whole chat.
  const found = new Map<Operation, 'ours' | 'given'>(scenario.defaults?.turns === undefined ? [] : [['chat', 'ours']]);
  for (const { operation, body } of trace ?? [{ operation: undefined, body: undefined }]) {
    for (const name of operation === undefined ? mixed : [operation]) {
      if (found.get(name) !== 'ours') found.set(name, body === undefined ? 'ours' : 'given');
    }
  }
  return found;
}
