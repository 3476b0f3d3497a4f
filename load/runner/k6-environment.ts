import { totalmem } from 'node:os';
import { resolve } from 'node:path';
import { loadDefaults } from '../records/settings.ts';
import { outputsOfK6 } from '../plan/outputs.ts';
import { spelled, type ScenarioEnvironment } from '../plan/scenario-variables.ts';
import { withoutOwnVariables } from './child-process.ts';
import type { RunScenarioOptions } from './options.ts';

/**
 * The environment of k6. The token is passed only here, because every user of the machine can read arguments. Most K6_
 * variables of the caller are removed: K6_VUS or K6_DURATION would silently replace the plan of the scenario, and
 * dashboards and outputs would take part in the measurement. The variables of the requested output stay.
 */
export function k6Environment(options: RunScenarioOptions, requestsPath: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(withoutOwnVariables(options.env)).filter(
    ([name]) => !name.startsWith('K6_') || isOfOutput(name, options),
  );
  return {
    ...Object.fromEntries(inherited),
    ...scenarioVariables(options, requestsPath),
    ...collector(options),
    ...processVariables(options, options.env['GODEBUG']),
  };
}

/**
 * The variables of every k6 process, on this machine or another. `godebug` is the value that the caller already set for
 * Go.
 */
export function processVariables(
  { http2, caFile }: Pick<RunScenarioOptions, 'http2' | 'caFile'>,
  godebug?: string,
): Readonly<Record<string, string>> {
  return {
    ...(http2 !== true && { GODEBUG: withSetting(godebug, 'http2client=0') }),
    ...(caFile !== undefined && { SSL_CERT_FILE: caFile }),
    // Otherwise k6 would ask a build service on the network for unknown extensions, and report its use.
    K6_AUTO_EXTENSION_RESOLUTION: 'false',
    K6_NO_USAGE_REPORT: 'true',
  };
}

/** Whether a variable says where the output goes; it may hold a password. */
export function isOfOutput(name: string, { output }: Pick<RunScenarioOptions, 'output'>): boolean {
  return output !== undefined && name.startsWith(outputsOfK6[output].variables);
}

/** The options that the scenario gets as its own variables (load/plan/scenario-variables.ts). */
export function scenarioVariables(options: RunScenarioOptions, requestsPath: string): ScenarioEnvironment {
  return spelled({
    ASSAY_REQUESTS: requestsPath,
    ASSAY_TARGET: options.target,
    ASSAY_TOKEN: options.token,
    ASSAY_BOT: options.botId,
    ASSAY_BOT_KEPT: options.kept?.botId,
    ASSAY_HEADERS: options.headers && JSON.stringify(options.headers),
    ASSAY_USER_AGENT: options.userAgent,
    ASSAY_ARRIVALS: options.trace === undefined ? options.arrivals : undefined,
    ASSAY_TRACE: options.trace && resolve(options.trace),
    ASSAY_RATE: options.ratePerS,
    ASSAY_DURATION_S: options.durationS,
    ASSAY_WARMUP_S: options.warmupS,
    ASSAY_PEAK_RATE: options.peakRatePerS,
    ASSAY_STEPS: options.steps,
    ASSAY_CONCURRENCY: options.concurrency?.join(','),
    ASSAY_TURNS: options.turns,
    ASSAY_THINK_MS: options.thinkMs,
    ASSAY_MIX: options.mix,
    ASSAY_FORMAT: options.format,
    ASSAY_SAME_INPUT: options.sameInput,
    ASSAY_AUDIT: options.audit,
    ASSAY_MAX_IN_FLIGHT: options.maxInFlight,
    ASSAY_MAX_LAG_MS: options.maxLagMs,
    ASSAY_TIMEOUT_MS: options.timeoutMs,
    ASSAY_MAX_CREDITS: options.maxCredits,
    ASSAY_LEARNING_CREDITS: options.learningCredits,
    ASSAY_OWN_WORKSPACE: options.ownWorkspace,
    ASSAY_SEED: options.seed,
    ASSAY_SLO: options.slo,
    ASSAY_UNTIL: options.until,
    ASSAY_CONTENT: options.content,
    ASSAY_CONTENT_KEPT: options.kept?.content,
    ASSAY_CONTENT_FROM: options.contentFrom,
    ASSAY_CONTENT_LEARNED: options.contentLearned,
    ASSAY_REPEATS: options.repeats,
    ASSAY_REPEATS_FROM: options.repeatsFrom,
    ASSAY_SAID_ALONE: options.saidAlone && JSON.stringify(options.saidAlone),
    ASSAY_WRONG_DIR: options.wrongDir,
    ASSAY_TIMESTAMPS: options.timestamps,
    ASSAY_OUTPUT: options.output,
    ASSAY_CANARY: options.canaryUrl,
    ASSAY_AUDIO_DIR: options.audioDir,
  });
}

/** For Go's garbage collector: by how many percent a heap grows before a collection. */
export const gcPercent = '400';

/**
 * Settings of Go's garbage collector. Each virtual user has its own JavaScript heap, and with Go's default the
 * collector walks all of them every few seconds: at 500 streams that took a tenth of k6's CPU, in competition with the
 * events. The memory limit keeps k6 from using what other programs need. A third of it is for the long responses in
 * flight (load/k6ext/document/pool.go).
 */
function collector({
  env,
  maxInFlight = loadDefaults.maxInFlight,
  concurrency = [],
}: RunScenarioOptions): NodeJS.ProcessEnv {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  const limit = Math.min(memory / 2, k6MemoryBytes(Math.max(maxInFlight, ...concurrency)));
  return { GOGC: env['GOGC'] ?? gcPercent, GOMEMLIMIT: env['GOMEMLIMIT'] ?? String(Math.floor(limit)) };
}

/** The memory that k6 needs for this number of requests in flight. */
export function k6MemoryBytes(inFlight: number): number {
  return k6Bytes + k6BytesPerRequest * inFlight;
}

/** Memory for k6 itself and for the responses that are being judged. */
const k6Bytes = 384 * 2 ** 20;
/**
 * Memory for each request in flight: on average a third of it for its response (44 s as WAV with 16 bits and 24 kHz are
 * 2.8 MB).
 */
const k6BytesPerRequest = 3 * 2 ** 20;

function withSetting(settings: string | undefined, more: string): string {
  return settings ? `${settings},${more}` : more;
}
