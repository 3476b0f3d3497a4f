import type { Output } from '../plan/outputs.ts';
import type { SequentialReplies } from '../records/sequential-replies.ts';
import type { Arrivals } from '../records/settings.ts';

/** What to run, and against what. Absent settings take the scenario's defaults. */
export type RunScenarioOptions = {
  readonly scenario: string;
  /** The base URL without `/v1`. */
  readonly target: string;
  readonly botId: string;
  /** What the target said of itself as records keep it, where that holds a secret. */
  readonly kept?: { readonly botId: string; readonly content?: string | undefined } | undefined;
  readonly token?: string | undefined;
  readonly headers?: { readonly [name: string]: string } | undefined;
  /** What the requests say of assay, where no header of the caller does. */
  readonly userAgent?: string | undefined;
  readonly arrivals?: Arrivals | undefined;
  /** A file of times and bodies (load/plan/trace.ts): its path. */
  readonly trace?: string | undefined;
  readonly ratePerS?: number | undefined;
  /** Of a sweep, that of each level. */
  readonly durationS?: number | undefined;
  readonly warmupS?: number | undefined;
  readonly peakRatePerS?: number | undefined;
  readonly steps?: number | undefined;
  /** Users of each level of a sweep. */
  readonly concurrency?: readonly number[] | undefined;
  readonly turns?: number | undefined;
  readonly thinkMs?: number | undefined;
  readonly mix?: string | undefined;
  /** Of the audio that speech asks for. */
  readonly format?: string | undefined;
  readonly sameInput?: boolean | undefined;
  /** A share of the requests shows what may flatter the others. */
  readonly audit?: boolean | undefined;
  readonly maxInFlight?: number | undefined;
  /** A request that cannot start within this time after its intended one is not sent. */
  readonly maxLagMs?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxCredits?: number | undefined;
  /** What of the credits that were asked for is not in `maxCredits`, as it is for learning how the bot replies. */
  readonly learningCredits?: number | undefined;
  /** The workspace of the token was made for the run, with credits for all of it. */
  readonly ownWorkspace?: true | undefined;
  readonly seed?: number | undefined;
  readonly slo?: string | undefined;
  /** The precision that it goes on for (slo/until.ts); whoever watches it ends it. */
  readonly until?: string | undefined;
  /** The rule by which events carry text of the reply (content/rule.ts). */
  readonly content?: string | undefined;
  /** Where the rule comes from, or why there is none. */
  readonly contentFrom?: string | undefined;
  /** It was learned in this run; absent where it was given, or known of an earlier one. */
  readonly contentLearned?: true | undefined;
  /** Whose replies hold the marks of their requests, and what that was learned from; absent: none are asked for them. */
  readonly repeats?: string | undefined;
  readonly repeatsFrom?: string | undefined;
  /** How many replies had their marks that were asked for one at a time (records/sequential-replies.ts). */
  readonly saidAlone?: SequentialReplies | undefined;
  /** Where the first wrong answers are kept; absent: nowhere. */
  readonly wrongDir?: string | undefined;
  readonly timestamps?: 'kernel' | 'user' | undefined;
  /** An emitter that writes down when it wrote its events. */
  readonly canaryUrl?: string | undefined;
  /** Where k6 sends metrics too; its variables say where to. */
  readonly output?: Output | undefined;
  /** Gets some of the audio. */
  readonly audioDir?: string | undefined;
  /** Trusted in addition to the system's certificate folder. Go knows this way on Linux and BSD only. */
  readonly caFile?: string | undefined;
  /** Connections are HTTP/1.1 otherwise. */
  readonly http2?: boolean | undefined;
  /** Exists, and gets requests.ndjson and instrument.json. */
  readonly outDir: string;
  /** From `ensureK6`. */
  readonly k6Path: string;
  /** What k6 inherits, but for its own and assay's variables. */
  readonly env: NodeJS.ProcessEnv;
  /** The part of the schedule that this process sends, as k6 writes it: `0:1/2`. */
  readonly segment?: string | undefined;
};
