import { setTimeout as wait } from 'node:timers/promises';

/** Length of a rest in milliseconds: several times as long as the work before it. */
const restMs = 10;
/**
 * Most rests in a catch-up, each after a piece of 64 KB: a backlog of more than these pieces (3 MB) is read without
 * rests.
 */
const mostRests = 50;

type Sleep = (ms: number) => Promise<unknown>;

/**
 * Rests between the pieces of longer work, so that other programs get the processor. k6 writes the records of half a
 * second at once. A request that falls due while they are processed in a single pass would leave late by as long as
 * that takes: at 25,000 events a second that is ten milliseconds, for a request in a hundred.
 *
 * @param ended from its abort on there are no rests, because nothing else is urgent then
 */
export function createRests(ended: AbortSignal, sleep: Sleep = wait): () => Promise<void> {
  let left = mostRests;
  return async () => {
    if (left === 0 || ended.aborted) return;
    left -= 1;
    await sleep(restMs);
  };
}
