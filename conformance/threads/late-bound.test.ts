import { Worker } from 'node:worker_threads';
import { expect, it, vi } from 'vitest';
import { localJobs } from './bounded-thread.ts';

const taken: (() => Promise<number>)[] = [];
// Only so can the answer be late: how long a thread takes to say it is chance.
vi.mock('./processor-time.ts', () => ({ processorTimeOf: () => taken.shift() }));

it('leaves a thread with its next job alone, where what the last one took is known late', async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const isAsked = vi.fn<() => Promise<number>>(async () => promise);
  taken.push(isAsked, async () => 0);
  const unref = vi.spyOn(Worker.prototype, 'unref');
  const job = localJobs(new URL('./jobs.testing.ts', import.meta.url), {
    ms: 200,
    growthBytes: 400 * 2 ** 20,
    mostEnded: 2,
  });
  expect(await job(['wait 800 ms'])).toEqual({ is: 'done', result: 1 });
  expect(isAsked).toHaveBeenCalledOnce();
  const before = unref.mock.calls.length;
  const next = job(['wait 800 ms']);
  resolve(60_000);
  await promise;
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(unref.mock.calls.length).toBe(before);
  expect(await next).toEqual({ is: 'done', result: 2 });
});
