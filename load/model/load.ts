import type { Distribution } from './distribution.ts';
import type { Stamps } from './requests.ts';
import type { LoadSettings } from './settings.ts';

/** load.json: what a run of a load scenario measured. Everything in it is derived from requests.ndjson. */
export type Load = {
  readonly schema: 'assay.load/1';
  readonly scenario: string;
  readonly target: string;
  readonly seed: number;
  /** Starts each request's id. */
  readonly run: string;
  readonly startedAt: string;
  readonly stamps: Stamps;
  readonly settings: LoadSettings;
  /** Every planned request has a record that is not `aborted`. */
  readonly complete: boolean;
  readonly counts: LoadCounts;
  readonly rates: LoadRates;
  /** Measured requests that failed, by outcome. */
  readonly failures: { readonly [outcome: string]: number };
  /** The times of measured requests that are `ok`; `lagMs` of all that were sent. */
  readonly ttftMs: Distribution;
  readonly serviceTtftMs: Distribution;
  readonly gapMs: Distribution;
  readonly wholeMs: Distribution;
  readonly lagMs: Distribution;
  readonly events: LoadEvents;
  readonly connections: { readonly opened: number; readonly reused: number };
};

export type LoadCounts = {
  readonly planned: number;
  readonly recorded: number;
  /** Intended within the warm-up: in no other figure but `warmupFailed`. */
  readonly warmup: number;
  readonly warmupFailed: number;
  readonly measured: number;
  readonly ok: number;
  readonly failed: number;
  /** Cut off by the end of the run: neither ok nor failed. */
  readonly aborted: number;
};

export type LoadRates = {
  /** Measured requests of the schedule over the measured time. */
  readonly intendedPerS: number;
  /** Of those, the ones that were sent, over the time it took to send them. */
  readonly achievedPerS: number;
};

export type LoadEvents = {
  readonly count: number;
  /** Beyond the events that a record keeps. */
  readonly dropped: number;
  /** Events that came in one read with the event before: their gap of 0 is not the service's. */
  readonly coalesced: number;
  readonly coalescedShare: number;
};
