import { parentPort } from 'node:worker_threads';

/** Messages of a thread that does jobs. */
export type ThreadWord<Result = unknown> =
  | { readonly is: 'begun' }
  | { readonly is: 'done'; readonly result: Result }
  | { readonly is: 'failed'; readonly error: unknown };

/** The other end of `boundedThread`: does each job that it receives. */
export function serveJobs(work: (job: never) => Promise<unknown>): void {
  const tell = (word: ThreadWord): void => parentPort?.postMessage(word, []);
  parentPort?.on('message', (job: unknown) => {
    tell({ is: 'begun' });
    work(job as never).then(
      (result) => tell({ is: 'done', result }),
      (error: unknown) => tell({ is: 'failed', error }),
    );
  });
}
