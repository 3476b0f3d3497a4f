/**
 * Detects stalls: times in which this process was too busy to receive anything. Arrival times within a stall say
 * nothing of the target.
 */
export type LoopWatch = {
  /**
   * Length of the longest stall that ended since `sinceMs`, in milliseconds; `sinceMs` is a time of
   * `performance.now()`.
   */
  readonly longestStallSince: (sinceMs: number) => number;
  /** Total length of all stalls that ended since `sinceMs`, in milliseconds. */
  readonly stalledSince: (sinceMs: number) => number;
  readonly stop: () => void;
};

const tickMs = 5;
/** Timers are a few milliseconds late on any busy machine; only a longer delay counts as a stall. */
const leastStallMs = 10;
/** Stalls older than this are forgotten: no exchange lasts longer. */
const keptMs = 600_000;

export function watchLoop(): LoopWatch {
  /** In the order in which they ended. */
  const stalls: { readonly endedAtMs: number; readonly lengthMs: number }[] = [];
  let lastTickMs = performance.now();
  const tick = (): void => {
    const nowMs = performance.now();
    const lengthMs = nowMs - lastTickMs - tickMs;
    lastTickMs = nowMs;
    if (lengthMs < leastStallMs) return;
    stalls.push({ endedAtMs: nowMs, lengthMs });
    if ((stalls[0]?.endedAtMs ?? nowMs) <= nowMs - keptMs)
      stalls.splice(
        0,
        stalls.findIndex(({ endedAtMs }) => endedAtMs > nowMs - keptMs),
      );
  };
  const timer = setInterval(tick, tickMs);
  timer.unref();
  const stallsSince = (sinceMs: number): readonly number[] => {
    tick();
    // The search starts at the newest stall: a busy machine has thousands of older ones, and every answer asks.
    const lastBefore = stalls.findLastIndex(({ endedAtMs }) => endedAtMs < sinceMs);
    return stalls.slice(lastBefore + 1).map(({ lengthMs }) => lengthMs);
  };
  return {
    longestStallSince: (sinceMs) => Math.max(0, ...stallsSince(sinceMs)),
    stalledSince: (sinceMs) => stallsSince(sinceMs).reduce((sum, each) => sum + each, 0),
    stop: () => clearInterval(timer),
  };
}
