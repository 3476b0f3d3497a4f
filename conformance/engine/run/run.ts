import type { Mismatch } from '../../model/check.ts';
import type { Drift } from './dialect.ts';
import type { KnownFailureState, KnownFailure } from './known-failure.ts';
import type { Observed } from './observed.ts';
import type { TokenEnded } from '../token/token-end.ts';
import type { Level, Strict } from '../../model/level.ts';
import type { Cost, Credential } from '../../model/probe.ts';

/** `because` is always given where the verdict is neither `pass` nor `fail`. */
export type Verdict =
  | { readonly is: 'pass' }
  | { readonly is: 'fail'; readonly because: string }
  | { readonly is: 'inconclusive'; readonly because: string }
  | { readonly is: 'notApplicable'; readonly because: string };

export type Unreached = 'time' | 'storage';

/** A check's verdict with its evidence; one line of `findings.ndjson`. */
export type Finding = {
  readonly check: string;
  readonly clause: string;
  readonly also: readonly string[];
  readonly level: Level;
  readonly title: string;
  readonly requirement: string;
  /** Server software that was seen to fail this by itself, whoever wrote the service on it. */
  readonly doneBy?: readonly string[];
  readonly verdict: Verdict;
  readonly mismatches: readonly Mismatch[];
  /** Ids of the exchanges that the verdict rests on. */
  readonly exchanges: readonly string[];
  /**
   * Where it passed because something did not happen: ids of the exchanges that show that it could have. Absent where it
   * needs none, or did not pass.
   */
  readonly controls?: readonly string[];
  /** A curl line that works when pasted, with `$ASSAY_TOKEN` in place of the token; empty where nothing was sent. */
  readonly reproduce: string;
  /** Of several exchanges, the id of the one that `reproduce` sends again. */
  readonly reproduces?: string;
  /** Where assay itself erred, so that nothing was judged: the stack. */
  readonly defect?: string;
  /** What had run out before it was judged, the run's `--time` or the room for its results: `check --resume` judges it. */
  readonly unreached?: Unreached;
  /** What has become of it, where it is among the known failures of `--known-failures`. Not part of the journal. */
  readonly knownFailure?: KnownFailureState;
};

/** Uses, and their credits at the prices of a credit-balance workspace (8.1). */
export type Spend = Cost & { readonly credits: number };

/** Which tokens, whether a provisioner, which bot, and the names of the fields of `--header`. */
export type Given = {
  readonly credentials: readonly Credential[];
  readonly bot?: string;
  readonly otherBot?: string;
  /** Why nothing was asked of the target: seen before anything was judged. */
  readonly unanswered?: string;
  /** Why nothing can be learnt by the token: seen before anything was judged. */
  readonly tokenFlaw?: string;
  /** Why the other token shows nothing of another workspace: seen before anything was judged. */
  readonly otherTokenFlaw?: string;
  readonly headers: readonly string[];
};

/** What was known before anything was sent; the first line of `findings.ndjson`. */
export type RunHeader = {
  readonly schema: 'assay.run/1';
  readonly command: 'check' | 'fuzz';
  readonly tool: { readonly name: 'assay'; readonly version: string };
  readonly document: { readonly title: string; readonly sha256: string };
  readonly target: string;
  readonly embedded: boolean;
  /** Which levels count as MUST does. */
  readonly strict: Strict;
  /** The profile of which nothing may be not applicable. */
  readonly require?: string;
  readonly seed: number;
  /** What the run was given to work with, and nothing of what it says: with it a stored run can be judged again. */
  readonly given?: Given;
  readonly startedAt: string;
  /** When it stood still: interrupted, or at the end of its `--time`, until `--resume` went on. */
  readonly pauses?: readonly { readonly from: string; readonly to: string }[];
  readonly plan: { readonly checks: readonly string[]; readonly atMost: Spend };
  /** Of `--known-failures`, those that this run was to judge. */
  readonly knownFailures?: readonly KnownFailure[];
  /** Of `--dialect`: what was seen then, by the observation's id, as far as this run was to look again. */
  readonly dialect?: Readonly<Record<string, string>>;
};

/** The whole of a run, as `run.json` keeps it. */
export type Run = RunHeader & {
  /** False where the run was interrupted, or its `--time` was over: what could be was judged, the rest was not. */
  readonly complete: boolean;
  /** Derived while the run still went on, from what had been written by then. */
  readonly goesOn?: true;
  readonly endedAt: string;
  /** Since when the run's own token was refused, where findings are inconclusive for that. */
  readonly tokenEnded?: Omit<TokenEnded, 'is'>;
  readonly spend: Spend;
  /** A fuzz run that was killed: it keeps the exchanges of findings alone, so that `spend` is of these. */
  readonly spendIsPartial?: true;
  readonly counts: Counts;
  readonly countsByLevel: Readonly<Record<Level, Counts>>;
  readonly exitCode: number;
  readonly observations: readonly Observed[];
  /** Observations that are not what the dialect says; absent where no dialect was given. */
  readonly drift?: readonly Drift[];
  readonly findings: readonly Finding[];
};

export type Counts = Readonly<Record<Verdict['is'], number>>;
