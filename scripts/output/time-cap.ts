import { TimeIsUp } from '../../conformance/engine/time/time-is-up.ts';

/** The end of a run that may go on for so long, counted from here; without a time it never comes. */
export type TimeCap = {
  readonly signal: AbortSignal;
  /** What it is told as, once it has come. */
  readonly up: () => TimeIsUp | undefined;
  readonly forget: () => void;
};

export function timeCap(forMs: number | undefined): TimeCap {
  const controller = new AbortController();
  let up: TimeIsUp | undefined;
  const end = (ms: number): void => {
    up = new TimeIsUp(ms);
    controller.abort(up);
  };
  const timer = forMs === undefined ? undefined : setTimeout(end, forMs, forMs);
  return { signal: controller.signal, up: () => up, forget: () => clearTimeout(timer) };
}
