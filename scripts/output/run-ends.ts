import { TimeIsUp, RunStalled } from '../../conformance/engine/time/time-is-up.ts';
import { idleTimer, type IdleTimer } from './idle-timer.ts';

/** Ends a run after a given time from here; without a time it never does. */
export type TimeCap = {
  readonly signal: AbortSignal;
  /** The reason to report, once the time is up. */
  readonly up: () => TimeIsUp | undefined;
  /** Starts the time where none was known before; the end comes `graceMs` after the reported time. */
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

/** A run without progress for this long, in milliseconds, plus the time limit of one request, is ended. */
export const longestStallMs = 60_000;

/** Ends a run in which no response arrives and nothing is judged, although no wait is planned. */
type StallWatch = IdleTimer & {
  readonly signal: AbortSignal;
  /** The reason to report, once the run was ended. */
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
