import { defaultWarmupS, loadDefaults, withoutCredentials, type LoadSettings } from '../model/settings.ts';
import { arrivalKinds, scheduleOf } from '../model/schedule.ts';

/** What a scenario is told by environment variables, so that the bundle runs with plain `k6 run` too. */
export type ScenarioOptions = {
  readonly requestsPath: string;
  readonly baseUrl: string;
  readonly seed: number;
  readonly headers: { readonly [name: string]: string };
  readonly settings: LoadSettings;
  readonly limits: { readonly ttftP95Ms?: number; readonly failureShare?: number };
};

type Environment = { readonly [name: string]: string | undefined };

/** Throws with the variable's name: k6 prints it and ends with its own code for a broken script. */
export function scenarioOptions(env: Environment): ScenarioOptions {
  const baseUrl = text(env, 'ASSAY_TARGET').replace(/\/+$/, '');
  const seed = number(env, 'ASSAY_SEED', loadDefaults.seed);
  const ttftP95Ms = optionalNumber(env, 'ASSAY_TTFT_P95_MS');
  const failureShare = optionalNumber(env, 'ASSAY_FAILURE_SHARE');
  return {
    requestsPath: env['ASSAY_REQUESTS'] ?? 'requests.ndjson',
    baseUrl,
    seed,
    headers: headersOf(env),
    settings: settingsOf(env, baseUrl, seed),
    limits: { ...(ttftP95Ms !== undefined && { ttftP95Ms }), ...(failureShare !== undefined && { failureShare }) },
  };
}

function settingsOf(env: Environment, baseUrl: string, seed: number): LoadSettings {
  const named = env['ASSAY_ARRIVALS'] ?? loadDefaults.arrivals;
  const arrivals = arrivalKinds.find((kind) => kind === named);
  if (arrivals === undefined) throw new Error(`ASSAY_ARRIVALS is ${arrivalKinds.join(' or ')}, not ${named}`);
  const durationS = number(env, 'ASSAY_DURATION_S', loadDefaults.durationS);
  const schedule = {
    arrivals,
    ratePerS: number(env, 'ASSAY_RATE', loadDefaults.ratePerS),
    durationMs: durationS * 1000,
  };
  const planned = scheduleOf({ ...schedule, seed }).length;
  if (planned === 0) throw new Error('ASSAY_RATE and ASSAY_DURATION_S make no request at all: raise one of them');
  return {
    target: withoutCredentials(baseUrl),
    botId: text(env, 'ASSAY_BOT'),
    ...schedule,
    warmupMs: number(env, 'ASSAY_WARMUP_S', defaultWarmupS(durationS)) * 1000,
    maxInFlight: number(env, 'ASSAY_MAX_IN_FLIGHT', loadDefaults.maxInFlight),
    maxLagMs: number(env, 'ASSAY_MAX_LAG_MS', loadDefaults.maxLagMs),
    timeoutMs: number(env, 'ASSAY_TIMEOUT_MS', loadDefaults.timeoutMs),
    planned,
  };
}

/** The token is read here and goes nowhere but into the header of the requests. */
function headersOf(env: Environment): { readonly [name: string]: string } {
  const token = env['ASSAY_TOKEN'];
  const more: unknown = JSON.parse(env['ASSAY_HEADERS'] ?? '{}');
  if (typeof more !== 'object' || more === null) throw new Error('ASSAY_HEADERS is a JSON object of texts');
  return {
    'Content-Type': 'application/json',
    Accept: 'text/event-stream',
    'User-Agent': 'assay',
    ...(token !== undefined && token !== '' && { Authorization: `Bearer ${token}` }),
    ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, String(value)])),
  };
}

function text(env: Environment, name: string): string {
  const value = env[name];
  if (value === undefined || value === '') throw new Error(`${name} is missing`);
  return value;
}

function number(env: Environment, name: string, otherwise: number): number {
  return optionalNumber(env, name) ?? otherwise;
}

function optionalNumber(env: Environment, name: string): number | undefined {
  const value = env[name];
  if (value === undefined || value === '') return undefined;
  if (!(Number(value) >= 0)) throw new Error(`${name} is a number of at least 0, not ${value}`);
  return Number(value);
}
