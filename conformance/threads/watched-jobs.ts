import type { MessagePort } from 'node:worker_threads';
import { localJobs, type JobBounds, type JobEnd, type JobsOf, type RunJob } from './bounded-thread.ts';

/** Messages to the watching thread. `jobs` and `number` identify the worker of a file and each job. */
type JobRequest =
  | { readonly is: 'open'; readonly jobs: number; readonly file: string; readonly bounds: JobBounds }
  | { readonly is: 'do'; readonly jobs: number; readonly number: number; readonly job: unknown };

type JobReply =
  | { readonly is: 'ended'; readonly number: number; readonly end: JobEnd<unknown> }
  | { readonly is: 'failed'; readonly number: number; readonly error: unknown };

/**
 * Jobs that another thread watches, which stays responsive while this one judges: a job that exceeds a bound is ended
 * in time, however long this thread computes.
 */
export function jobsAt(port: MessagePort): JobsOf {
  const waiting = new Map<number, (told: JobReply) => void>();
  let numbers = 0;
  port.on('message', (told: JobReply) => {
    waiting.get(told.number)?.(told);
    waiting.delete(told.number);
    if (waiting.size === 0) port.unref();
  });
  port.unref();
  return (file, bounds) => {
    const jobs = (numbers += 1);
    port.postMessage({ is: 'open', jobs, file: file.href, bounds } satisfies JobRequest);
    return async <Result>([job, transfer = []]: Parameters<RunJob>[0]) => {
      const number = (numbers += 1);
      port.ref();
      const told = await new Promise<JobReply>((resolve) => {
        waiting.set(number, resolve);
        port.postMessage({ is: 'do', jobs, number, job } satisfies JobRequest, transfer);
      });
      if (told.is === 'failed') throw told.error;
      return told.end as JobEnd<Result>;
    };
  };
}

/**
 * The watching thread: has the jobs done that come at this port. Buffers that were moved to it with a job are moved on
 * to the worker.
 */
export function watchJobs(port: MessagePort): void {
  const known = new Map<number, RunJob>();
  const tell = (told: JobReply): void => port.postMessage(told);
  port.on('message', (asked: JobRequest) => {
    if (asked.is === 'open') return void known.set(asked.jobs, localJobs(new URL(asked.file), asked.bounds));
    const { jobs, number, job } = asked;
    const oneJob = known.get(jobs);
    if (oneJob === undefined) return tell({ is: 'failed', number, error: new Error(`nobody has the number ${jobs}`) });
    void oneJob([job, buffersIn(job)]).then(
      (end) => tell({ is: 'ended', number, end }),
      (error: unknown) => tell({ is: 'failed', number, error }),
    );
  });
}

/** The buffers in the fields of a job. */
function buffersIn(job: unknown): readonly ArrayBuffer[] {
  return Object.values(job ?? {}).flatMap((each) =>
    each instanceof Uint8Array && each.buffer instanceof ArrayBuffer ? [each.buffer] : [],
  );
}
