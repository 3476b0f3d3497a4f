import type { Arrivals } from '../model/schedule.ts';

/** What to run, and against what. Absent settings take the defaults of load/model/settings.ts. */
export type RunScenarioOptions = {
  readonly scenario: string;
  /** The base URL without `/v1`. */
  readonly target: string;
  readonly botId: string;
  readonly token?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly arrivals?: Arrivals;
  readonly ratePerS?: number;
  readonly durationS?: number;
  readonly warmupS?: number;
  readonly maxInFlight?: number;
  /** A request that cannot start within this time after its intended one is not sent. */
  readonly maxLagMs?: number;
  readonly timeoutMs?: number;
  readonly seed?: number;
  /** k6 judges these; none are judged unless given. `failureShare` is from 0 to 1. */
  readonly thresholds?: { readonly ttftP95Ms?: number; readonly failureShare?: number };
  /** Trusted in addition to the system's certificate folder. Go knows this way on Linux and BSD only. */
  readonly caFile?: string;
  /** Connections are HTTP/1.1 otherwise. */
  readonly http2?: boolean;
  /** Exists, and gets requests.ndjson. */
  readonly outDir: string;
  /** From `ensureK6`. */
  readonly k6Path: string;
  /** What k6 inherits, but for its own and assay's variables. */
  readonly env: NodeJS.ProcessEnv;
};
