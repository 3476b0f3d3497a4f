import type { Worker } from 'node:worker_threads';
import type { ThreadWord } from './serve-jobs.ts';
import { hasCode } from '../reading/has-code.ts';
import { processorTimeOf } from './processor-time.ts';
import { startThread } from './start-thread.ts';

/** The bounds of a job. */
export type JobBounds = {
  /**
   * Most processor time in milliseconds, and ten times as much elapsed time; elapsed time alone where Node does not
   * report processor time.
   */
  readonly ms: number;
  /** Most bytes by which the memory of the process may grow during the job, in heap, buffers or WASM. */
  readonly growthBytes: number;
  /** Number of jobs that may exceed a bound: after them no job is tried, since each takes the whole time. */
  readonly mostEnded: number;
};

/**
 * The outcome of a job: `ended` where it exceeded a bound, which `within` names, as in "within 3 s"; `untried` where
 * too many others had exceeded theirs.
 */
export type JobEnd<Result> =
  | { readonly is: 'done'; readonly result: Result }
  | { readonly is: 'ended'; readonly within: string }
  | { readonly is: 'untried'; readonly ended: number };

/** A job, and the buffers that are moved to the thread instead of being copied. */
export type PostedJob = readonly [job: unknown, transfer?: readonly ArrayBuffer[]];

/**
 * Elapsed time that a job may take, as a multiple of its processor time: a busy machine has other work, but no job may
 * wait for ever.
 */
const longestByClock = 10;

/**
 * Interval of the memory check in milliseconds: a decoder allocates fast, and what it takes beyond its bound grows with
 * this interval.
 */
const lookMs = 10;
const megabyte = 2 ** 20;

/** Does a single job; the next may be given when it has ended. */
export type RunJob = <Result>(posted: PostedJob) => Promise<JobEnd<Result>>;

/** Makes the function that does the jobs which `file` serves, each within these bounds. */
export type JobsOf = (file: URL, bounds: JobBounds) => RunJob;

let elsewhere: JobsOf | undefined;

/** Lets every later job be watched through this function; undefined for jobs that this thread watches. */
export function delegateJobsTo(jobsOf: typeof elsewhere): void {
  elsewhere = jobsOf;
}

/**
 * Does jobs whose cost a target decides, one after the other, in a thread that is ended where a job exceeds its bounds.
 * The thread stays for the next job, and does not keep the process alive. `file` serves the jobs, by `serveJobs`. Each
 * job is made when its turn comes, so that waiting jobs hold no bytes. Rejects where a job throws, which is a defect.
 */
export function boundedThread<Result>(
  file: URL,
  bounds: JobBounds,
): (jobOf: () => PostedJob) => Promise<JobEnd<Result>> {
  let oneJob: RunJob | undefined;
  let before: Promise<unknown> = Promise.resolve();
  let ended = 0;
  const run = async (jobOf: () => PostedJob): Promise<JobEnd<Result>> => {
    if (ended >= bounds.mostEnded) return { is: 'untried', ended };
    oneJob ??= (elsewhere ?? localJobs)(file, bounds);
    const end = await oneJob<Result>(jobOf());
    if (end.is === 'ended') ended += 1;
    return end;
  };
  return (jobOf) => {
    const end = before.then(() => run(jobOf));
    before = end.catch(() => undefined);
    return end;
  };
}

/** Megabytes for new objects in the heap of a thread: without a bound Node lets them grow as the machine allows. */
const newbornMegabytes = 8;

/** Jobs that this thread watches. */
export const localJobs: JobsOf = (file, bounds) => {
  let idle: Worker | undefined;
  const begun = (): Worker => {
    const maxOldGenerationSizeMb = bounds.growthBytes / megabyte;
    const worker = startThread(file, undefined, {
      resourceLimits: { maxOldGenerationSizeMb, maxYoungGenerationSizeMb: newbornMegabytes },
    });
    // A thread that ends between two jobs does no harm.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (idle === worker) idle = undefined;
    });
    return worker;
  };
  return async <Result>(posted: PostedJob) => {
    const worker = idle ?? begun();
    idle = undefined;
    let isDone = false;
    try {
      const end = await within<Result>(worker, posted, bounds);
      isDone = end.is === 'done';
      return end;
    } finally {
      if (isDone) idle = worker;
      else await worker.terminate();
    }
  };
};

/**
 * Time counts from when the thread has begun with the job: before that it loads its modules, and reads no foreign
 * bytes.
 */
function within<Result>(
  worker: Worker,
  [job, transfer = []]: PostedJob,
  { ms, growthBytes }: JobBounds,
): Promise<JobEnd<Result>> {
  const inMemory = `within ${growthBytes / megabyte} MB`;
  return new Promise((resolve, reject) => {
    let looking: NodeJS.Timeout | undefined;
    let hasLeft = false;
    // Only once: an answer about this job may come during the next job, which keeps the process alive.
    const leave = (): void => {
      if (hasLeft) return;
      hasLeft = true;
      clearInterval(looking);
      worker.off('message', hear);
      worker.off('error', fail);
      worker.off('exit', exited);
      worker.unref();
    };
    const settle = (end: JobEnd<Result>): void => {
      leave();
      resolve(end);
    };
    // This thread may have been busy itself: a result that has arrived is read before the job is ended.
    const endIf = (isTooMuch: boolean, bound: string): void => {
      if (isTooMuch) setImmediate(() => settle({ is: 'ended', within: bound }));
    };
    const look = (): void => {
      const [sinceMs, memoryBytes] = [performance.now(), process.memoryUsage.rss()];
      const takenMs = processorTimeOf(worker);
      const mostMs = ms * longestByClock;
      let isAsked = false;
      const askTaken = async (elapsedMs: number): Promise<void> => {
        isAsked = true;
        endIf(((await takenMs()) ?? elapsedMs) > ms, `within ${ms / 1_000} s`);
        isAsked = false;
      };
      looking = setInterval(() => {
        const elapsedMs = performance.now() - sinceMs;
        // One question at a time: a thread that waits for something does not answer.
        if (elapsedMs > ms && !isAsked) void askTaken(elapsedMs);
        endIf(elapsedMs > mostMs, `within ${mostMs / 1_000} s`);
        endIf(process.memoryUsage.rss() - memoryBytes > growthBytes, inMemory);
      }, lookMs);
    };
    const hear = (word: ThreadWord<Result>): void => {
      if (word.is === 'begun') look();
      else if (word.is === 'done') settle(word);
      else fail(word.error);
    };
    const fail = (error: unknown): void => {
      if (hasCode(error, 'ERR_WORKER_OUT_OF_MEMORY')) return settle({ is: 'ended', within: inMemory });
      leave();
      reject(error);
    };
    const exited = (code: number): void => fail(new Error(`the thread of a job ended with ${code}`));
    worker.on('message', hear);
    worker.on('error', fail);
    worker.on('exit', exited);
    worker.ref();
    worker.postMessage(job, transfer);
  });
}
