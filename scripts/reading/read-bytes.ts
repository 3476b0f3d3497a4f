import { closeSync, readSync } from 'node:fs';
import { hasCode } from '../../conformance/reading/has-code.ts';
import { UsageError } from '../errors/usage-error.ts';
import { errorMessage } from '../errors/error-message.ts';
import { sizeText } from '../../reports/text/size.ts';
import { fileBounds } from './file-bounds.ts';
import { nameOfFile, openPlain, TooLong, type NamedFile, type OpenFile } from './open-plain.ts';

/** Most bytes of the file, and whether it may be a pipe. */
type Most = { readonly most: number; readonly takesPipes?: boolean };

/** All bytes of an untrusted file. Throws a UsageError that says what is wrong, and a TooLong with its size. */
export function readBytes(file: NamedFile, { most, takesPipes = false }: Most): Buffer {
  const opened = openPlain(file, takesPipes);
  try {
    refuseLonger(file, opened.bytes ?? 0, most);
    return opened.bytes === undefined ? fromPipe(file, opened, most) : fromFile(file, opened, most);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${nameOfFile(file)} cannot be read: ${errorMessage(error)}`);
  } finally {
    closeSync(opened.fd);
  }
}

export function refuseLonger(file: NamedFile, bytes: number, most: number): void {
  if (bytes <= most) return;
  throw new TooLong(
    `${nameOfFile(file)} has ${sizeText(bytes)}, and at most ${sizeText(most)} are read: is it the right file?`,
  );
}

/** The file may grow meanwhile, and files in `/proc` report no size. */
function fromFile(file: NamedFile, { fd, bytes = 0 }: OpenFile, most: number): Buffer {
  let all = Buffer.alloc(Math.max(bytes + 1, pieceBytes));
  let length = 0;
  for (;;) {
    const read = readSync(fd, all, length, all.length - length, null);
    length += read;
    refuseLonger(file, length, most);
    if (read === 0) return all.subarray(0, length);
    if (length === all.length) all = Buffer.concat([all, Buffer.alloc(length)]);
  }
}

const pieceBytes = 64 * 1024;
const pauseMs = 20;

/** A pipe opened without blocking gives no bytes before its writer begins: that is not the end yet. */
function fromPipe(file: NamedFile, { fd }: OpenFile, most: number): Buffer {
  const parts: Buffer[] = [];
  let length = 0;
  let untilMs = performance.now() + fileBounds.pipeMs;
  for (;;) {
    const piece = Buffer.alloc(pieceBytes);
    const read = readOrWait(fd, piece);
    if (read === 0 && length > 0) return Buffer.concat(parts);
    if (read > 0) {
      parts.push(piece.subarray(0, read));
      length += read;
      untilMs = performance.now() + fileBounds.pipeMs;
      if (length > most)
        throw new TooLong(`${nameOfFile(file)} is a pipe with more than ${sizeText(most)}, the most that is read`);
    } else if (performance.now() > untilMs)
      throw new UsageError(
        `${nameOfFile(file)} is a pipe, and nothing came for ${fileBounds.pipeMs / 1_000} s; write it to a file first`,
      );
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  }
}

/**
 * Number of bytes read: 0 at the end, and before the writer begins; negative where a writer is open but nothing is
 * there.
 */
function readOrWait(fd: number, into: Buffer): number {
  try {
    return readSync(fd, into, 0, into.length, null);
  } catch (error) {
    if (hasCode(error, 'EAGAIN')) return -1;
    throw error;
  }
}
