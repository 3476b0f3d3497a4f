/** Decides how long a response is waited for. */
export type TimeLimit = {
  /**
   * Aborted once nothing came for the whole limit, counted from the beginning of the request or from the last bytes.
   */
  readonly signal: AbortSignal;
  /** Records that bytes came now. True where the limit is over: the target is slow, and the rest is not waited for. */
  readonly noteBytes: () => boolean;
  /** Restarts the limit for another request. */
  readonly restart: () => void;
  readonly stop: () => void;
};

/** The time in which assay itself was too busy to receive anything does not count, up to this many times the limit. */
const mostBusy = 2;

/**
 * Tells a target that is still sending at the end of the limit from a silent one: the wait for the next bytes lasts
 * until the target has had the whole limit for them, at most twice the limit in all.
 */
export function startTimeLimit(givenMs: number, busySince: (sinceMs: number) => number = () => 0): TimeLimit {
  const limitFrom = (sinceMs: number): number => givenMs + Math.min(busySince(sinceMs), mostBusy * givenMs);
  const silence = new AbortController();
  let begunMs = performance.now();
  let heardMs = begunMs;
  // The timer of a busy process fires late, and before data that has already arrived is read.
  const look = (): void => void setImmediate(() => setImmediate(endOrWait));
  let timer = setTimeout(look, givenMs);
  const endOrWait = (): void => {
    const leftMs = heardMs + limitFrom(heardMs) - performance.now();
    if (leftMs <= 0) silence.abort('timeout');
    else timer = setTimeout(look, leftMs);
  };
  return {
    signal: silence.signal,
    noteBytes: () => {
      heardMs = performance.now();
      return heardMs - begunMs > givenMs && heardMs - begunMs > limitFrom(begunMs);
    },
    restart: () => {
      begunMs = performance.now();
      heardMs = begunMs;
    },
    stop: () => clearTimeout(timer),
  };
}
