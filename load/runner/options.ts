import type { Output } from '../plan/outputs.ts';
import type { SequentialReplies } from '../records/sequential-replies.ts';
import type { Arrivals } from '../records/settings.ts';

/** What to run, and against which target. Absent settings take the defaults of the scenario. */
export type RunScenarioOptions = {
  readonly scenario: string;
  /** The base URL without `/v1`. */
  readonly target: string;
  readonly botId: string;
  /** What the target said of itself, in the form for records, where it holds a secret. */
  readonly kept?: { readonly botId: string; readonly content?: string | undefined } | undefined;
  readonly token?: string | undefined;
  readonly headers?: { readonly [name: string]: string } | undefined;
  /** The User-Agent of the requests, where the caller gives no such header. */
  readonly userAgent?: string | undefined;
  readonly arrivals?: Arrivals | undefined;
  /** The path of a file with times and bodies (load/plan/trace.ts). */
  readonly trace?: string | undefined;
  readonly ratePerS?: number | undefined;
  /** For a sweep, the duration of each level. */
  readonly durationS?: number | undefined;
  readonly warmupS?: number | undefined;
  readonly peakRatePerS?: number | undefined;
  readonly steps?: number | undefined;
  /** Number of users of each level of a sweep. */
  readonly concurrency?: readonly number[] | undefined;
  readonly turns?: number | undefined;
  readonly thinkMs?: number | undefined;
  readonly mix?: string | undefined;
  /** The format of the audio that speech asks for. */
  readonly format?: string | undefined;
  readonly sameInput?: boolean | undefined;
  /** Whether a share of the requests are audit requests, which show whether the figures of the others are flattered. */
  readonly audit?: boolean | undefined;
  readonly maxInFlight?: number | undefined;
  /** A request that cannot start within this time after its intended time is not sent. */
  readonly maxLagMs?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxCredits?: number | undefined;
  /** The part of the requested credits that is used for learning how the bot replies and is not in `maxCredits`. */
  readonly learningCredits?: number | undefined;
  /** Whether the workspace of the token was made for the run, with credits for all of it. */
  readonly ownWorkspace?: true | undefined;
  readonly seed?: number | undefined;
  readonly slo?: string | undefined;
  /** The precision up to which the run goes on (slo/until.ts); the process that follows the run ends it. */
  readonly until?: string | undefined;
  /** The rule by which events carry text of the reply (content/rule.ts). */
  readonly content?: string | undefined;
  /** The origin of the content rule, or why there is none. */
  readonly contentFrom?: string | undefined;
  /** Whether the content rule was learned in this run; absent where it was given or known from an earlier run. */
  readonly contentLearned?: true | undefined;
  /**
   * The operations whose replies repeat the marks of their requests, and what that was learned from. Absent: no marks
   * are sent.
   */
  readonly repeats?: string | undefined;
  readonly repeatsFrom?: string | undefined;
  /** Number of sequential replies with their marks (records/sequential-replies.ts). */
  readonly saidAlone?: SequentialReplies | undefined;
  /** The folder for the first wrong responses. Absent: they are not kept. */
  readonly wrongDir?: string | undefined;
  readonly timestamps?: 'kernel' | 'user' | undefined;
  /** A server that records when it wrote its events. */
  readonly canaryUrl?: string | undefined;
  /** A further destination for the metrics of k6; its variables say where. */
  readonly output?: Output | undefined;
  /** The folder for samples of the audio. */
  readonly audioDir?: string | undefined;
  /** Trusted in addition to the system's certificate folder. Go supports this on Linux and BSD only. */
  readonly caFile?: string | undefined;
  /** Whether to use HTTP/2; connections are HTTP/1.1 otherwise. */
  readonly http2?: boolean | undefined;
  /** An existing folder for requests.ndjson and instrument.json. */
  readonly outDir: string;
  /** The path that `ensureK6` returned. */
  readonly k6Path: string;
  /** The environment that k6 inherits, except for the variables of k6 and assay. */
  readonly env: NodeJS.ProcessEnv;
  /** The part of the schedule that this process sends, in the notation of k6: `0:1/2`. */
  readonly segment?: string | undefined;
};
