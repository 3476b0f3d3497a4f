import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** The `workerData` of such a thread. */
export type Started<Data> = { readonly file: string; readonly data: Data };

/**
 * Static imports are loaded before the first line of a module, so that a module cannot enable the compile cache for
 * them itself. Without the cache Node would load the type stripper into each thread, which takes 30 MB and half of its
 * start.
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
  // A thread whose entry is not a file has no file name in its arguments.
  const argv = [fileURLToPath(file), ...(options.argv ?? [])];
  return new Worker(entry, { ...options, argv, workerData: { file: file.href, data } satisfies Started<unknown> });
}
