import type { ComparedQuantity } from '../differences/difference.ts';
import type { Timestamps } from '../records/requests.ts';
import type { LoadSettings } from '../records/settings.ts';
import type { SloJudgement } from '../slo/slo.ts';
import type { Distribution } from '../statistics/distribution.ts';
import type { LoadStep } from '../plan/steps.ts';
import type { Breakdown } from './breakdown.ts';

/** What the records of a run come to, before its instrument is judged. Derived from requests.ndjson. */
export type MeasuredLoad = {
  readonly schema: 'assay.load/1';
  readonly scenario: string;
  readonly target: string;
  readonly seed: number;
  /** Starts each request's id; of several segments, the earliest one's. */
  readonly run: string;
  readonly startedAt: string;
  /** `kernel` where every record has such. */
  readonly timestamps: Timestamps;
  readonly settings: LoadSettings;
  /** Every planned request has a record that is not `aborted`. */
  readonly complete: boolean;
  readonly counts: LoadCounts;
  /** Failures of any phase whose cause is the load generator's machine: no port, no file handle left. */
  readonly clientErrors: number;
  readonly connections: { readonly opened: number; readonly reused: number };
  /** The figures of each operation; present where there are several. */
  readonly operations?: { readonly [operation: string]: Figures };
  /** The figures of each step of the schedule; present where the scenario has several (`stepsOf`). */
  readonly steps?: readonly StepFigures[];
  /** Which step held the SLO; present for scenarios that ask it. */
  readonly capacity?: Capacity;
  /** What the levels of a closed loop come to; present for scenarios that have such. */
  readonly sweep?: Sweep;
  /** The first wrong answers of any phase; present where there are any. */
  readonly wrongAnswers?: readonly WrongAnswer[];
  /** Present where it was asked for: the figures are then of the other requests. */
  readonly audit?: Audit;
  readonly series: Series;
  /** What the time to first token is made of; present where streams were answered. */
  readonly breakdown?: Breakdown;
} & Figures;

/** What was measured of some set of requests: all of a run, those of one operation, those of one step. */
export type Figures = {
  readonly counts: FigureCounts;
  readonly rates: LoadRates;
  /** Measured requests that failed, by outcome. */
  readonly failures: { readonly [outcome: string]: number };
  /** Of the measured requests that were neither ok nor cut off by the end of the run. */
  readonly failureShare: Share;
  /** Of the measured answers that came whole, those that are not right (`wrong`); absent where none came whole. */
  readonly wrongShare?: Share;
  /** How many of those were judged by what (load/k6ext/judge.go), and how many broke it; absent where none was judged. */
  readonly judged?: JudgedBy;
  /** Requests that keep every bound of the SLO, ignoring its quantile; present where there is an SLO. */
  readonly goodput?: Goodput;
  /** The times of measured requests that are `ok`; `lagMs` of all that were sent. */
  readonly ttfeMs: Distribution;
  /** To the first event with text of the reply, by the rule of `settings.content`; nothing without one. */
  readonly ttftMs: Distribution;
  readonly serviceTtftMs: Distribution;
  /**
   * Between events of different reads: the gap of 0 within one read is not the service's. Where a rule tells, between
   * those with text of the reply.
   */
  readonly gapMs: Distribution;
  readonly e2eMs: Distribution;
  /** Characters of a reply over the time from its first text to its last, by request; absent where no rule tells. */
  readonly contentCharsPerS?: Distribution;
  readonly lagMs: Distribution;
  readonly events: LoadEvents;
  /** Present where speech was measured. */
  readonly speech?: SpeechFigures;
  /** At most spent, warm-up included: those of all requests that were sent; 0 where none states any. */
  readonly credits: number;
  /** Of those, for what was answered in full; whether a failure is charged, only the service knows. */
  readonly creditsForAnswers: number;
};

/** Whether what flatters a figure was found in this run: a difference from its other requests. */
export type Audit = {
  /** `differs` where any part does; else `undecided` where any is. */
  readonly is: AuditPart['is'];
  /** Requests that said what another had said shortly before. */
  readonly repeat: AuditPart;
  /** Requests with the header fields of a common client. */
  readonly plain: AuditPart;
};

export type AuditPart = {
  /** `undecided`: not even a difference of half would have shown. */
  readonly is: 'same' | 'differs' | 'undecided';
  /** Measured. */
  readonly requests: number;
  /** B is the audit's, A the others. */
  readonly quantities: readonly ComparedQuantity[];
};

export type JudgedBy = { readonly [rule: string]: { readonly n: number; readonly broke: number } };

/** `atMs`: intended, since t0. `kept`: the file in `wrong` that holds the bytes of the answer. */
export type WrongAnswer = {
  readonly id: string;
  readonly atMs: number;
  readonly because: string;
  readonly kept?: string;
  /** The file in `audio` that holds what it spoke, where it was kept as a sample. */
  readonly sample?: string;
};

export type StepFigures = {
  readonly step: LoadStep;
  readonly slo?: SloJudgement;
  /** Of a level of a closed loop. */
  readonly throughput?: Throughput;
  /** Why a level says nothing of the service. */
  readonly inconclusive?: string;
} & Figures;

/** Of the measured time of a level, by the moment at which a request was intended. */
export type Throughput = {
  readonly answersPerS: number;
  /** 95 % confidence; absent where the answers cannot bound it. */
  readonly interval?: readonly [low: number, high: number];
  readonly eventsPerS: number;
};

/** What a sweep comes to, told in users. */
export type Sweep = {
  /** The judged level where throughput over time is highest (sweep.ts); absent where there are too few of them. */
  readonly knee?: Knee;
  /** The most users up to which every level met the SLO, and those of the next level; present where there is an SLO. */
  readonly held?: number;
  readonly violated?: number;
  readonly inconclusive?: number;
};

export type Knee = {
  readonly users: number;
  readonly answersPerS: number;
  /** The judged levels beside it, between which it lies: of a knee at an end there is but one. */
  readonly below?: number;
  readonly above?: number;
};

export type LoadCounts = FigureCounts & { readonly planned: number };

export type FigureCounts = {
  readonly recorded: number;
  /** Put to the warm-up: in no other figure but `warmupFailed`. */
  readonly warmup: number;
  readonly warmupFailed: number;
  /** Intended after the schedule's end, as load ebbs away: in no figure. */
  readonly drain: number;
  readonly measured: number;
  readonly ok: number;
  readonly failed: number;
  /** Cut off by the end of the run: neither ok nor failed. */
  readonly aborted: number;
};

/** The highest rate up to which every step met the SLO, and the next one: it violated it, or could not be judged. */
export type Capacity = {
  readonly heldPerS?: number;
  readonly violatedPerS?: number;
  readonly inconclusivePerS?: number;
};

type LoadRates = {
  /** Measured requests of the schedule over the measured time. */
  readonly intendedPerS: number;
  /** Of those, the ones that were sent, over the time it took to send them. */
  readonly achievedPerS: number;
};

/** A share of requests with its 95 % confidence interval (Wilson). `share` is 0 and the interval [0, 1] of nothing. */
export type Share = { readonly n: number; readonly share: number; readonly interval: readonly [number, number] };

export type Goodput = {
  readonly count: number;
  readonly perS: number;
  /** With those that meet the SLO only if their events came earlier than their timestamps; absent where there is none. */
  readonly atMost?: { readonly count: number; readonly perS: number; readonly share: number };
} & Share;

export type LoadEvents = {
  readonly count: number;
  /** Beyond the events that a record keeps. */
  readonly dropped: number;
  /** Events that came in one read with the event before: their gap of 0 is not the service's. */
  readonly coalesced: number;
  readonly coalescedShare: number;
  /** Events of which only [time of the previous read, stamp] is known. */
  readonly uncertain: number;
  readonly uncertainShare: number;
  /** Of those, the ones whose place a record does not tell, so that nothing bounds the gaps beside them. */
  readonly uncertainUnplaced: number;
  /** Answers whose first event may be one of those: their time to it is not known. */
  readonly uncertainFirst: number;
  /** Of the answers that have such a time. */
  readonly uncertainFirstShare: number;
  /** The same of the first event with text of the reply. */
  readonly uncertainContent: number;
  readonly uncertainContentShare: number;
  /** Gaps known only to lie between two times. */
  readonly unsureGaps: number;
  /** Of all gaps. */
  readonly unsureGapsShare: number;
};

export type SpeechFigures = {
  readonly answers: number;
  /** Those of which the audio's length is known. */
  readonly measured: number;
  readonly audioSeconds: number;
  readonly audioSecondsPerS: number;
  readonly chars: number;
  readonly charsPerS: number;
  /** Time from sending to the end over the audio's length, by request: below 1 is faster than speech. */
  readonly realTimeFactor: Distribution;
  /** Characters over the time from sending to the end, by request. */
  readonly requestCharsPerS: Distribution;
  /** Answers flagged `silent`, `doubled` or `unreadable`, wrong ones included. */
  readonly flags: { readonly [flag: string]: number };
};

/** The run over time, all phases included: what a chart shows. */
export type Series = {
  readonly windowMs: number;
  /** Of the percentiles of a window. */
  readonly relativeError: number;
  readonly windows: readonly SeriesWindow[];
};

export type SeriesWindow = {
  readonly fromMs: number;
  /** Requests intended within it. */
  readonly intended: number;
  /** Requests sent within it. */
  readonly sent: number;
  /** Of the intended ones. */
  readonly failed: number;
  /** Sent and not ended, at the window's start. */
  readonly inFlight: number;
  /** Of the intended ones that are `ok`; absent where too few are. */
  readonly ttfeP50Ms?: number;
  readonly ttfeP95Ms?: number;
  readonly ttftP50Ms?: number;
  readonly ttftP95Ms?: number;
  readonly e2eP50Ms?: number;
  readonly e2eP95Ms?: number;
  /** The largest of the intended ones; absent where none was sent, or none has such a time. */
  readonly lagMaxMs?: number;
  readonly readDelayMaxMs?: number;
  /** Of the intended ones; absent where there is none. */
  readonly events?: number;
  /** Of the events, those that came in one read with the event before. */
  readonly coalesced?: number;
  /** Made by the intended ones that are `ok`; absent where there is none. */
  readonly audioSeconds?: number;
};
