import { setTimeout as wait } from 'node:timers/promises';

/** Several times as long as the work before it. */
const restMs = 10;
/** What is behind by more than so many pieces of 64 KB a second, which are 3 MB, is read without rests. */
const mostRests = 50;

type Sleep = (ms: number) => Promise<unknown>;

/**
 * Rests between the pieces of a longer work, so that others get the processor. k6 writes the records of half a second at once,
 * and a request that falls due while they are folded in one go would leave late by as long as that takes: at 25,000 events
 * a second ten milliseconds, and that of one request in a hundred.
 *
 * @param ended from when on there are no rests: nobody else is in a hurry then
 */
export function shortRests(ended: AbortSignal, sleep: Sleep = wait): () => Promise<void> {
  let left = mostRests;
  return async () => {
    if (left === 0 || ended.aborted) return;
    left -= 1;
    await sleep(restMs);
  };
}
