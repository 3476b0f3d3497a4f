import type { Worker } from 'node:worker_threads';

/**
 * How many milliseconds of processor time a thread took since now: what others had of the machine meanwhile does not
 * count. Undefined where Node does not say so (before 24.6), or where the thread has ended.
 */
export function processorTimeOf(worker: Worker): () => Promise<number | undefined> {
  const total = async (): Promise<number | undefined> => {
    if (!('cpuUsage' in worker)) return undefined;
    // It rejects where the thread is gone.
    const usage = await worker.cpuUsage().catch(() => undefined);
    return usage === undefined ? undefined : (usage.user + usage.system) / 1_000;
  };
  const before = total();
  return async () => {
    const [from, to] = [await before, await total()];
    return from === undefined || to === undefined ? undefined : to - from;
  };
}
