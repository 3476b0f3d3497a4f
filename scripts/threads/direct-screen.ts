import { writeSync } from 'node:fs';
import type { ThreadInput } from './messages.ts';
import { hasCode } from '../../conformance/reading/has-code.ts';

/**
 * Makes stdout and stderr of a thread write directly. By default a thread passes each line to the main thread, which
 * may end before it is written, and does not report a full disk or a closed reader.
 */
export function writeDirectly(screens: ThreadInput['screens']): void {
  for (const [fd, stream] of [
    [1, process.stdout],
    [2, process.stderr],
  ] as const)
    Object.assign(stream, screens[fd], {
      _writev: undefined,
      _write: (chunk: string | Uint8Array, encoding: BufferEncoding, done: (error?: Error | null) => void) =>
        done(errorIn(fd, typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk)),
    });
}

function errorIn(fd: number, chunk: Uint8Array): Error | null {
  try {
    for (let at = 0; at < chunk.length;) at += written(fd, chunk.subarray(at));
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const pauseMs = 5;
const sleeping = new Int32Array(new SharedArrayBuffer(4));

/** A full pipe with a slow reader may return an error instead of blocking. */
function written(fd: number, bytes: Uint8Array): number {
  try {
    return writeSync(fd, bytes);
  } catch (error) {
    if (!hasCode(error, 'EAGAIN')) throw error;
    Atomics.wait(sleeping, 0, 0, pauseMs);
    return 0;
  }
}
