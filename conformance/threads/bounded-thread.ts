import type { Worker } from 'node:worker_threads';
import type { ThreadWord } from './serve-jobs.ts';
import { hasCode } from '../reading/has-code.ts';
import { processorTimeOf } from './processor-time.ts';
import { startThread } from './start-thread.ts';

/** What one job may take. */
export type JobBounds = {
  /** Of processor time, and ten times as much by the clock; by the clock where Node does not tell the former. */
  readonly ms: number;
  /** By how much the memory of the process may grow meanwhile, whatever it is in: heap, buffers or WASM. */
  readonly growthBytes: number;
  /** So many jobs may take more than that: after them none is tried, since each costs the whole time. */
  readonly mostEnded: number;
};

/**
 * What a job came to: `ended` where it took more than it may, `within` says of what, as in "within 3 s"; `untried` where so
 * many others had.
 */
export type JobEnd<Result> =
  | { readonly is: 'done'; readonly result: Result }
  | { readonly is: 'ended'; readonly within: string }
  | { readonly is: 'untried'; readonly ended: number };

/** A job, and what of it goes over to the thread instead of being there twice. */
export type Posted = readonly [job: unknown, transfer?: readonly ArrayBuffer[]];

/** By the clock a job may take so many times its bound: a busy machine has other work, and none waits for ever. */
const longestByClock = 10;

/** A decoder takes memory faster than anybody looks: what it took beyond its bound grows with this. */
const lookMs = 10;
const megabyte = 2 ** 20;

/** Does one job; the next is given when this one has ended. */
export type RunJob = <Result>(posted: Posted) => Promise<JobEnd<Result>>;

/** Makes what does the jobs that this file serves, each within these bounds. */
export type JobsOf = (file: URL, bounds: JobBounds) => RunJob;

let elsewhere: JobsOf | undefined;

/** From now on jobs are watched by whom these ask; without any, by the thread that wants them done. */
export function delegateJobsTo(jobsOf: typeof elsewhere): void {
  elsewhere = jobsOf;
}

/**
 * Jobs whose cost a target decides, one after the other in a thread that is ended where one costs more than it may. The
 * thread stays for the next job, and keeps no process alive. `file` serves them, by `serveJobs`. A job is asked for at its
 * turn, so that those that wait hold no bytes. Rejects where a job throws, which is a defect.
 */
export function boundedThread<Result>(file: URL, bounds: JobBounds): (jobOf: () => Posted) => Promise<JobEnd<Result>> {
  let oneJob: RunJob | undefined;
  let before: Promise<unknown> = Promise.resolve();
  let ended = 0;
  const run = async (jobOf: () => Posted): Promise<JobEnd<Result>> => {
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

/** What is new in the heap of a thread; else Node has it grow beside what is old, as the machine allows. */
const newbornMegabytes = 8;

/** Jobs that this thread watches. */
export const localJobs: JobsOf = (file, bounds) => {
  let idle: Worker | undefined;
  const begun = (): Worker => {
    const maxOldGenerationSizeMb = bounds.growthBytes / megabyte;
    const worker = startThread(file, undefined, {
      resourceLimits: { maxOldGenerationSizeMb, maxYoungGenerationSizeMb: newbornMegabytes },
    });
    // One that ended between two jobs is nobody's loss.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (idle === worker) idle = undefined;
    });
    return worker;
  };
  return async <Result>(posted: Posted) => {
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

/** The time counts from when the thread has begun with the job: until it has its modules nobody else's bytes are read. */
function within<Result>(
  worker: Worker,
  [job, transfer = []]: Posted,
  { ms, growthBytes }: JobBounds,
): Promise<JobEnd<Result>> {
  const inMemory = `within ${growthBytes / megabyte} MB`;
  return new Promise((resolve, reject) => {
    let looking: NodeJS.Timeout | undefined;
    let hasLeft = false;
    // Once: what was asked of the thread may be answered when it has its next job, and that one keeps the process alive.
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
    // This thread may have been busy itself: the result is looked for first, then at what it took.
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
        // Asked once at a time: a thread that waits for something does not answer.
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
