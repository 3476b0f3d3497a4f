import type { MessagePort } from 'node:worker_threads';
import { localJobs, type JobBounds, type JobEnd, type JobsOf, type RunJob } from './bounded-thread.ts';

/** What is asked of the thread that watches. Who does the jobs of one file, and each job, have numbers of their own. */
type JobRequest =
  | { readonly is: 'open'; readonly jobs: number; readonly file: string; readonly bounds: JobBounds }
  | { readonly is: 'do'; readonly jobs: number; readonly number: number; readonly job: unknown };

type JobReply =
  | { readonly is: 'ended'; readonly number: number; readonly end: JobEnd<unknown> }
  | { readonly is: 'failed'; readonly number: number; readonly error: unknown };

/**
 * Jobs that another thread watches, which stays awake while this one judges: so that one that costs too much is ended at
 * its time, however long this thread computes meanwhile.
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

/** The thread that watches: has done what is asked of it at this port. What goes over to it with a job goes on to who does it. */
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

/** The bytes of a job, as far as they stand in its fields. */
function buffersIn(job: unknown): readonly ArrayBuffer[] {
  return Object.values(job ?? {}).flatMap((each) =>
    each instanceof Uint8Array && each.buffer instanceof ArrayBuffer ? [each.buffer] : [],
  );
}
