/**
 * `constant`: evenly spaced. `poisson`: independent users, exponential times between arrivals. `trace`: the times of a
 * file (plan/trace.ts). `closed`: each user sends the next request when the last one is answered, so that there is no
 * schedule.
 */
export type Arrivals = 'constant' | 'poisson' | 'trace' | 'closed';

export const arrivalKinds: readonly Arrivals[] = ['constant', 'poisson', 'trace', 'closed'];

/** What a scenario was told to do: it stands in the header of requests.ndjson and in load.json. No secrets. */
export type LoadSettings = {
  readonly target: string;
  readonly botId: string;
  readonly arrivals: Arrivals;
  /** Users a second; 0 in a closed loop, whose answers decide it. */
  readonly ratePerS: number;
  readonly durationMs: number;
  /** Requests intended before it are sent and recorded, but left out of the statistics. */
  readonly warmupMs: number;
  readonly maxInFlight: number;
  /** A request that cannot start within this time after its intended one is not sent. */
  readonly maxLagMs: number;
  readonly timeoutMs: number;
  /** The number of requests that the schedule holds; 0 in a closed loop, which has none. */
  readonly planned: number;
  /** Weights of the operations, such as `stream=4,chat=3`, where the scenario blends several. */
  readonly mix?: string;
  /** Spike: the rate within it. Capacity: the rate of the last step. */
  readonly peakRatePerS?: number;
  /** Capacity: how many rates are tried. */
  readonly steps?: number;
  /** Sweep: the users of each level, such as `1,2,4`. */
  readonly concurrency?: string;
  /** Sweep: how long each level is, in the same order. */
  readonly levelMs?: string;
  /** Conversation: requests of one session. */
  readonly turns?: number;
  /** Conversation: the mean pause between a reply and the next request. */
  readonly thinkMs?: number;
  /** Every request says the same, so that a cache may answer. */
  readonly sameInput?: boolean;
  /** A share of the requests shows what may flatter the others (audit.ts). */
  readonly audit?: boolean;
  /** The most credits that the run may use up: its schedule ends before it would pass them. */
  readonly maxCredits?: number;
  /** As it was given. */
  readonly slo?: string;
  /** The rule by which events carry text of the reply (content/rule.ts); absent where none is known. */
  readonly content?: string;
  /** Where the rule comes from and how sure it is, or why there is none; absent where nothing is streamed. */
  readonly contentFrom?: string;
  /** Whose replies hold the marks of their requests, and how (repeats.ts), such as `stream,recall`; absent where none was seen to. */
  readonly repeats?: string;
  /** What that was learned from; absent where messages have no marks. */
  readonly repeatsFrom?: string;
};

/** The defaults of every scenario, in k6 as in the command. */
export const loadDefaults = {
  arrivals: 'poisson',
  ratePerS: 5,
  durationS: 10,
  maxInFlight: 100,
  maxLagMs: 1000,
  timeoutMs: 60_000,
  seed: 1,
} as const;

/** Connections, caches and compilers warm up in the first seconds: a fifth of the run, at most 10 s. */
export function defaultWarmupS(durationS: number): number {
  return Math.min(10, durationS / 5);
}

/** A URL for records and reports: without user name and password. */
export function withoutCredentials(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1');
}
