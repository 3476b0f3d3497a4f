/** Acts once where nothing has happened for too long. */
export type IdleTimer = {
  /** Something happened. */
  readonly restart: () => void;
  /** For so long from now on it is known why nothing happens. */
  readonly pause: (forMs: number) => void;
  readonly stop: () => void;
};

const tickMs = 1_000;

/**
 * Calls `act` once after `limitMs` without a restart. Only time in which this thread could run counts: each tick of
 * `everyMs` for twice its length at most, so that neither a machine that was asleep nor one that is busy ends anything.
 * `deniedMs` is how much of the time since it was last asked does not count either. After `mostMs` without a
 * restart it is called all the same, whatever of them counts.
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
