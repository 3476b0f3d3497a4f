import { TimeIsUp, RunStalled } from '../../conformance/engine/time/time-is-up.ts';
import { idleTimer, type IdleTimer } from './idle-timer.ts';

/** The end of a run that may go on for so long, counted from here; without a time it never comes. */
export type TimeCap = {
  readonly signal: AbortSignal;
  /** What it is told as, once it has come. */
  readonly up: () => TimeIsUp | undefined;
  /** Counts from here on, where no time was known before; the end comes `graceMs` later than it is told. */
  readonly begin: (forMs: number, graceMs: number) => void;
  readonly forget: () => void;
};

export function timeCap(forMs?: number): TimeCap {
  const controller = new AbortController();
  let up: TimeIsUp | undefined;
  const end = (ms: number): void => {
    up = new TimeIsUp(ms);
    controller.abort(up);
  };
  let timer: NodeJS.Timeout | undefined;
  const begin: TimeCap['begin'] = (ms, graceMs) => {
    timer = setTimeout(end, ms + graceMs, ms);
  };
  if (forMs !== undefined) begin(forMs, 0);
  return { signal: controller.signal, up: () => up, begin, forget: () => clearTimeout(timer) };
}

/** A run that does not go on for so long, and the time that one request may take, is ended. */
export const longestStallMs = 60_000;

/** Ends a run in which nothing is answered and nothing judged, though nothing is waited for. */
type StallWatch = IdleTimer & {
  readonly signal: AbortSignal;
  /** What it is told as, once it has come. */
  readonly up: () => RunStalled | undefined;
};

export function stallWatch(limitMs: number, everyMs?: number): StallWatch {
  const controller = new AbortController();
  let up: RunStalled | undefined;
  const end = (): void => {
    up = new RunStalled(limitMs);
    controller.abort(up);
  };
  return { ...idleTimer(limitMs, end, everyMs), signal: controller.signal, up: () => up };
}
