/** The settings that determine when the last response has arrived or was given up. */
type Times = {
  readonly durationMs: number;
  readonly maxLagMs: number;
  readonly timeoutMs: number;
  readonly turns?: number;
  readonly thinkMs?: number;
};

/**
 * Longest time of a run from its first request on: the last user may come at its end and wait the longest time in each
 * turn.
 */
export function longestRunMs({ durationMs, maxLagMs, timeoutMs, turns = 1, thinkMs = 0 }: Times): number {
  return durationMs + turns * (maxLagMs + timeoutMs) + (turns - 1) * 1.5 * thinkMs;
}

/** Extra time for a busy machine, or for the clock of another generator. */
const latenessMs = 60_000;

/** No record of such a run has a later time. */
export function latestTimeMs(settings: Times): number {
  return Math.ceil(longestRunMs(settings)) + latenessMs;
}
