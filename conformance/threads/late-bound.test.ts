import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished, vi } from 'vitest';
import { localJobs } from './bounded-thread.ts';

const usageOf = (ms: number): NodeJS.CpuUsage => ({ user: ms * 1_000, system: 0 });

it('leaves a thread with its next job alone, where what the last one took is known late', async () => {
  // The mock makes the answer late: the time that a thread takes to report it varies.
  const { promise, resolve } = Promise.withResolvers<NodeJS.CpuUsage>();
  const cpuUsage = vi.spyOn(Worker.prototype, 'cpuUsage').mockResolvedValue(usageOf(0));
  cpuUsage.mockResolvedValueOnce(usageOf(0)).mockReturnValueOnce(promise);
  const unref = vi.spyOn(Worker.prototype, 'unref');
  onTestFinished(() => {
    cpuUsage.mockRestore();
    unref.mockRestore();
  });
  const job = localJobs(new URL('./jobs.testing.ts', import.meta.url), {
    ms: 200,
    growthBytes: 400 * 2 ** 20,
    mostEnded: 2,
  });
  expect(await job(['wait 800 ms'])).toEqual({ is: 'done', result: 1 });
  // At the beginning, and once after the 200 ms.
  expect(cpuUsage).toHaveBeenCalledTimes(2);
  const before = unref.mock.calls.length;
  const next = job(['wait 800 ms']);
  resolve(usageOf(60_000));
  await promise;
  for (let turn = 0; turn < 4; turn += 1) await new Promise(setImmediate);
  expect(unref.mock.calls.length).toBe(before);
  expect(await next).toEqual({ is: 'done', result: 2 });
});
