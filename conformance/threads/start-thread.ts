import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** What such a thread finds as its `workerData`. */
export type Started<Data> = { readonly file: string; readonly data: Data };

/**
 * What a module imports statically is loaded before its first line, so that it could not enable the compile cache for that
 * itself: Node would load what strips TypeScript into each thread, which is 30 MB, and half of its start.
 */
const source = `
  import { enableCompileCache } from 'node:module';
  import { workerData } from 'node:worker_threads';
  enableCompileCache();
  await import(workerData.file);
`;
const entry = new URL(`data:text/javascript,${encodeURIComponent(source)}`);

/** A thread that runs this module, with the compile cache from its first import on. */
export function startThread(file: URL, data: unknown, options: Omit<WorkerOptions, 'eval' | 'workerData'>): Worker {
  // A thread whose entry is not a file has no name of one in its arguments.
  const argv = [fileURLToPath(file), ...(options.argv ?? [])];
  return new Worker(entry, { ...options, argv, workerData: { file: file.href, data } satisfies Started<unknown> });
}
