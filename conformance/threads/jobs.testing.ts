import { serveJobs } from './serve-jobs.ts';

/** Jobs of a test thread; the result is the number of jobs that it has been given. */
export type TestJob = 'count' | 'wait 800 ms' | 'spin' | 'hoard' | 'hoard buffers' | 'throw' | 'exit';

let asked = 0;
const hoarded: unknown[] = [];

const works: Readonly<Record<TestJob, () => void>> = {
  count: () => undefined,
  // Like a job whose processor is busy with other work.
  'wait 800 ms': () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 800),
  spin: () => {
    for (;;);
  },
  hoard: () => {
    for (;;) hoarded.push(Array.from({ length: 1_000 }, () => ({ at: hoarded.length })));
  },
  'hoard buffers': () => {
    for (;;) hoarded.push(Buffer.alloc(2 ** 20, 1));
  },
  throw: () => {
    throw new Error('a defect of the job');
  },
  exit: () => process.exit(7),
};

serveJobs(async (job: TestJob | { readonly job: TestJob; readonly bytes: Uint8Array }) => {
  asked += 1;
  works[typeof job === 'string' ? job : job.job]();
  return asked;
});
