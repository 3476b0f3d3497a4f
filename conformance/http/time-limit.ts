/** When an answer is waited for no longer. */
export type TimeLimit = {
  /** Aborted once nothing came for the whole limit: from the beginning of the request on, or behind the last bytes. */
  readonly signal: AbortSignal;
  /** Bytes came, now. True where the limit is over: then whoever sends is slow, and is not waited for. */
  readonly heard: () => boolean;
  /** The limit begins anew, for another request. */
  readonly beginAnew: () => void;
  readonly stop: () => void;
};

/** Time in which assay itself was too busy to see anything is none of the target's, up to so many times the limit. */
const mostBusy = 2;

/**
 * What is still sending when the limit is over is told from what fell silent: the wait for the next bytes goes on until
 * the target had the whole limit for them, which is at most the double in all.
 */
export function startTimeLimit(givenMs: number, busySince: (sinceMs: number) => number = () => 0): TimeLimit {
  const limitFrom = (sinceMs: number): number => givenMs + Math.min(busySince(sinceMs), mostBusy * givenMs);
  const silence = new AbortController();
  let begunMs = performance.now();
  let heardMs = begunMs;
  // A timer of a busy process fires late, and before it looks at what has come meanwhile.
  const look = (): void => void setImmediate(() => setImmediate(endOrWait));
  let timer = setTimeout(look, givenMs);
  const endOrWait = (): void => {
    const leftMs = heardMs + limitFrom(heardMs) - performance.now();
    if (leftMs <= 0) silence.abort('timeout');
    else timer = setTimeout(look, leftMs);
  };
  return {
    signal: silence.signal,
    heard: () => {
      heardMs = performance.now();
      return heardMs - begunMs > givenMs && heardMs - begunMs > limitFrom(begunMs);
    },
    beginAnew: () => {
      begunMs = performance.now();
      heardMs = begunMs;
    },
    stop: () => clearTimeout(timer),
  };
}
