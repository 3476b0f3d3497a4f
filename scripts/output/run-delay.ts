import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns a function that gives the milliseconds since its last call in which a thread of this process was ready to run
 * but got no processor: the largest of all threads. 0 where the system does not tell; Linux does (proc(5),
 * `schedstat`).
 */
export function runDelay(tasks = '/proc/self/task'): () => number {
  let before = delaysIn(tasks);
  return () => {
    const now = delaysIn(tasks);
    const waited = [...now].map(([thread, ms]) => ms - (before.get(thread) ?? ms));
    before = now;
    return Math.max(0, ...waited);
  };
}

/** The delays so far, by thread. */
function delaysIn(tasks: string): ReadonlyMap<string, number> {
  return new Map(threadsIn(tasks).map((thread) => [thread, delayOf(join(tasks, thread, 'schedstat'))]));
}

function threadsIn(tasks: string): readonly string[] {
  try {
    return readdirSync(tasks);
  } catch {
    return [];
  }
}

/** The file has the time on a processor, the time waiting for one, both in nanoseconds, and how often it got one. */
function delayOf(file: string): number {
  try {
    const [, waitedNs = ''] = readFileSync(file, 'latin1').split(' ');
    return Number(waitedNs) / 1e6 || 0;
  } catch {
    // A thread may end at any time.
    return 0;
  }
}
