/** What decides when the last answer is there, or given up, at the latest. */
type Times = {
  readonly durationMs: number;
  readonly maxLagMs: number;
  readonly timeoutMs: number;
  readonly turns?: number;
  readonly thinkMs?: number;
};

/** So long does a run take at most, from its first request on: the last user may come at its end, and wait each time. */
export function longestRunMs({ durationMs, maxLagMs, timeoutMs, turns = 1, thinkMs = 0 }: Times): number {
  return durationMs + turns * (maxLagMs + timeoutMs) + (turns - 1) * 1.5 * thinkMs;
}

/** So much later a machine with too much to do, or a clock that another generator's is told by, may say that it ended. */
const latenessMs = 60_000;

/** No record of such a run has a later time. */
export function latestTimeMs(settings: Times): number {
  return Math.ceil(longestRunMs(settings)) + latenessMs;
}
