/** Calls a function once if nothing happens for too long. */
export type IdleTimer = {
  /** To be called when something happens. */
  readonly restart: () => void;
  /** To be called when it is known why nothing will happen for `forMs`. */
  readonly pause: (forMs: number) => void;
  readonly stop: () => void;
};

const tickMs = 1_000;

/**
 * Calls `act` once after `limitMs` without a restart. Only time in which this thread could run counts: each tick of
 * `everyMs` counts for at most twice its length, so that neither a suspended nor a busy machine triggers it. `deniedMs`
 * returns how much of the time since its last call does not count either. After `mostMs` without a restart `act` is
 * called in any case.
 */
export function idleTimer(
  limitMs: number,
  act: () => void,
  everyMs = tickMs,
  deniedMs: () => number = () => 0,
  mostMs = Infinity,
): IdleTimer {
  let idleMs = 0;
  let seenMs = 0;
  let lastMs = performance.now();
  let pausedUntilMs = 0;
  const look = (): void => {
    const nowMs = performance.now();
    const passedMs = nowMs - lastMs;
    const countedMs = Math.max(0, Math.min(passedMs, 2 * everyMs) - deniedMs());
    idleMs = nowMs < pausedUntilMs ? 0 : idleMs + countedMs;
    seenMs = nowMs < pausedUntilMs ? 0 : seenMs + passedMs;
    lastMs = nowMs;
    if (idleMs < limitMs && seenMs < mostMs) return;
    clearInterval(timer);
    act();
  };
  const timer = setInterval(look, everyMs);
  timer.unref();
  return {
    restart: () => {
      idleMs = 0;
      seenMs = 0;
    },
    pause: (forMs) => {
      pausedUntilMs = Math.max(pausedUntilMs, performance.now() + forMs);
    },
    stop: () => clearInterval(timer),
  };
}
