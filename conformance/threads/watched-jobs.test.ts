import { MessageChannel } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { boundedThread, delegateJobsTo, type JobEnd, type JobsOf, type PostedJob } from './bounded-thread.ts';
import type { TestJob } from './jobs.testing.ts';
import { jobsAt, watchJobs } from './watched-jobs.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  delegateJobsTo(undefined);
  for (const close of closing.splice(0)) close();
});

/** Jobs that are watched at the other end of a port. */
function elsewhere(): JobsOf {
  const { port1: ours, port2: theirs } = new MessageChannel();
  watchJobs(theirs);
  closing.push(() => ours.close());
  return jobsAt(ours);
}

function thread(ms = 60_000): (job: TestJob, bytes?: Uint8Array<ArrayBuffer>) => Promise<JobEnd<number>> {
  const bounds = { ms, growthBytes: 400 * 2 ** 20, mostEnded: 2 };
  const ask = boundedThread<number>(new URL('./jobs.testing.ts', import.meta.url), bounds);
  return (job, bytes) => ask((): PostedJob => (bytes === undefined ? [job] : [{ job, bytes }, [bytes.buffer]]));
}

it('a thread that is watched elsewhere does what one that is watched here does', async () => {
  delegateJobsTo(elsewhere());
  const ask = thread();
  const asked = await Promise.all((['count', 'count'] as const).map((job) => ask(job)));
  expect(asked).toEqual([1, 2].map((result) => ({ is: 'done', result })));
  await expect(ask('throw')).rejects.toThrow('a defect of the job');
  expect(await ask('count')).toEqual({ is: 'done', result: 1 });
});
it('is ended where a job computes without end, by whom watches', async () => {
  const asked: URL[] = [];
  const jobs = elsewhere();
  delegateJobsTo((file, bounds) => {
    asked.push(file);
    return jobs(file, bounds);
  });
  const ask = thread(300);
  expect(await ask('spin')).toEqual({ is: 'ended', within: 'within 0.3 s' });
  expect(await ask('count')).toEqual({ is: 'done', result: 1 });
  expect(asked).toHaveLength(1);
});
it('hands bytes on without a copy', async () => {
  delegateJobsTo(elsewhere());
  const bytes = new Uint8Array(1_000);
  const asking = thread()('count', bytes);
  expect(await asking).toEqual({ is: 'done', result: 1 });
  expect(bytes.length).toBe(0);
});
