/** Notices when this process was too busy to see what arrived: arrival times within such a moment are not the target's. */
export type LoopWatch = {
  /** The longest such moment since then, in milliseconds of `performance.now()`. */
  readonly longestStallSince: (sinceMs: number) => number;
  /** All such moments since then together. */
  readonly stalledSince: (sinceMs: number) => number;
  readonly stop: () => void;
};

const tickMs = 5;
/** Timers are late by a few milliseconds on any busy machine; only more than this hides something. */
const leastStallMs = 10;
/** No exchange lasts longer than this, so older stalls matter to none. */
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
    // It is asked about what has just been: on a busy machine there are thousands before that, and it is asked at each answer.
    const lastBefore = stalls.findLastIndex(({ endedAtMs }) => endedAtMs < sinceMs);
    return stalls.slice(lastBefore + 1).map(({ lengthMs }) => lengthMs);
  };
  return {
    longestStallSince: (sinceMs) => Math.max(0, ...stallsSince(sinceMs)),
    stalledSince: (sinceMs) => stallsSince(sinceMs).reduce((sum, each) => sum + each, 0),
    stop: () => clearInterval(timer),
  };
}
