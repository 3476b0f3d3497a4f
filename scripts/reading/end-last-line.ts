import { appendFileSync, closeSync, readSync, truncateSync } from 'node:fs';
import { readJsonText } from '../../conformance/reading/bounded-json.ts';
import { fileBounds } from './file-bounds.ts';
import { ownJson } from './read-json.ts';
import { openPlain } from './open-plain.ts';

const lineEnd = 0x0a;
const pieceBytes = 64 * 1024;

/** Ends the last line of a JSON lines file, or removes it if it is incomplete, so that appended text starts a line. */
export function endLastLine(path: string): void {
  const { begins, last } = lastLineOf(path);
  if (last.length === 0) return;
  if (readJsonText(last.toString('utf8'), undefined, ownJson).is !== 'json') truncateSync(path, begins);
  else appendFileSync(path, '\n');
}

/**
 * The text after the last line end, searched from the end. If it is longer than any valid line, it is not JSON either.
 */
function lastLineOf(path: string): { readonly begins: number; readonly last: Buffer } {
  const { fd, bytes = 0 } = openPlain({ path });
  try {
    let [begins, last] = [bytes, Buffer.alloc(0)];
    while (begins > 0 && last.length < fileBounds.journalLineBytes) {
      const piece = Buffer.alloc(Math.min(pieceBytes, begins));
      readSync(fd, piece, 0, piece.length, begins - piece.length);
      const end = piece.lastIndexOf(lineEnd);
      last = Buffer.concat([piece.subarray(end + 1), last]);
      begins -= piece.length - (end + 1);
      if (end >= 0) break;
    }
    return { begins, last };
  } finally {
    closeSync(fd);
  }
}
