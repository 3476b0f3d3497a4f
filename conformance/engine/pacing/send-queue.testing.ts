import { momentMs } from '../../model/moment.ts';
import type { SendQueue, QueueEntry } from './send-queue.ts';
import type { Sent } from './throttle.ts';

export const neverAborted = new AbortController().signal;
export const sent = (sentAtMs = momentMs()): Sent => ({ operation: 'other', sentAtMs, load: 1 });

/** Requests that end when the test says so, and a record of when each began. */
export function sends(queue: SendQueue): {
  begin: (name: string, place?: Partial<QueueEntry>) => Promise<void>;
  end: (name: string) => Promise<void>;
  begun: string[];
  /** In the time of `performance.now()`. */
  begunAtMs: number[];
} {
  const begun: string[] = [];
  const begunAtMs: number[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    begunAtMs,
    begin: (name, place = {}) =>
      queue.through({ turn: 1, group: 1, alone: false, ...place }, async () => {
        begun.push(name);
        begunAtMs.push(performance.now());
        await new Promise<void>((resolve) => ends.set(name, resolve));
      }),
    end: async (name) => {
      ends.get(name)?.();
      await settled();
    },
  };
}

/** Waits until everything that can go on by now has gone on. */
export async function settled(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => setImmediate(resolve));
}
