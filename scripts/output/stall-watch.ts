import { RunStalled } from '../../conformance/engine/time/time-is-up.ts';
import { idleTimer, type IdleTimer } from './idle-timer.ts';

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
