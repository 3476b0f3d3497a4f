import type { Worker } from 'node:worker_threads';

/**
 * Milliseconds of processor time that a thread has taken since this call; time that other work took does not count.
 * Undefined where Node does not report it (before 24.6), or where the thread has ended.
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
