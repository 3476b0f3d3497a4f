import { isUtf8 } from 'node:buffer';
import { closeSync, readSync } from 'node:fs';
import { UsageError } from '../errors/usage-error.ts';
import { errorMessage } from '../errors/error-message.ts';
import { sizeText } from '../../reports/text/size.ts';
import { nameOfFile, openPlain, TooLong, type NamedFile } from './open-plain.ts';
import { refuseLonger } from './read-bytes.ts';
import { textIn } from './read-text.ts';

/** `isEnded`: a line end follows. Only the last line may lack it. Lines count from 1. */
type Line = { readonly text: string; readonly number: number; readonly isEnded: boolean };

type Most = { readonly most: number; readonly mostLine: number };

const lineFeed = 0x0a;
const pieceBytes = 256 * 1024;

/**
 * The lines of an untrusted file, one after the other, so that only one is in memory. Throws a UsageError that names
 * the line, and a TooLong for a file or a line that is too long.
 */
export function* readLines(file: NamedFile, { most, mostLine }: Most): Generator<Line, undefined> {
  const { fd, bytes: size = 0 } = openPlain(file);
  try {
    refuseLonger(file, size, most);
    let [number, offset, total] = [1, 0, 0];
    let parts: Buffer[] = [];
    let held = 0;
    const refuseLine = (): void => {
      if (held > mostLine)
        throw new TooLong(
          `${nameOfFile(file)}, line ${number}, is longer than ${sizeText(mostLine)}, the most that is read of a line`,
        );
    };
    const take = (isEnded: boolean): Line => {
      const whole = joined(parts, held);
      const bytes = isEnded ? whole : withoutHalfLetter(whole);
      const line = { text: textIn(file, bytes, number, offset), number, isEnded };
      offset += held + 1;
      number += 1;
      [parts, held] = [[], 0];
      return line;
    };
    for (let piece = pieceOf(file, fd); piece.length > 0; piece = pieceOf(file, fd)) {
      total += piece.length;
      // The file may grow while it is read.
      refuseLonger(file, total, most);
      let from = 0;
      for (let to = piece.indexOf(lineFeed); to >= 0; to = piece.indexOf(lineFeed, from)) {
        parts.push(piece.subarray(from, to));
        held += to - from;
        refuseLine();
        yield take(true);
        from = to + 1;
      }
      if (from < piece.length) parts.push(piece.subarray(from));
      held += piece.length - from;
      refuseLine();
    }
    if (held > 0) yield take(false);
    return undefined;
  } finally {
    closeSync(fd);
  }
}

/**
 * Not in the pool of small buffers: parts of a line that is kept would keep blocks of the pool, eight times as large,
 * in memory.
 */
function joined(parts: readonly Buffer[], bytes: number): Buffer {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const all = Buffer.allocUnsafeSlow(bytes);
  let at = 0;
  for (const part of parts) at += part.copy(all, at);
  return all;
}

/** A line torn by a kill may end within a character, of which at most three bytes are there. */
function withoutHalfLetter(bytes: Buffer): Buffer {
  const cut = [0, 1, 2, 3].find((less) => isUtf8(bytes.subarray(0, bytes.length - less)));
  return bytes.subarray(0, bytes.length - (cut ?? 0));
}

function pieceOf(file: NamedFile, fd: number): Buffer {
  const piece = Buffer.allocUnsafe(pieceBytes);
  try {
    return piece.subarray(0, readSync(fd, piece, 0, pieceBytes, null));
  } catch (error) {
    throw new UsageError(`${nameOfFile(file)} cannot be read: ${errorMessage(error)}`);
  }
}
