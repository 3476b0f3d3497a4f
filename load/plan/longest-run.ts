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
