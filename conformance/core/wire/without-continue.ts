import type { Socket } from 'node:net';
import { tooMuch, tooMuchError, wireBounds } from './wire-bounds.ts';

const beginning = Buffer.from('HTTP/1.1 100', 'latin1');
const headEnd = '\r\n\r\n';
const nothing = Buffer.alloc(0);
/** Shorter pieces may be of anything, and longer heads are of nothing that is told so. */
const [leastBytes, mostBytes] = [10, 1_024];

/**
 * The same connection, on which nobody reads `100 Continue`. A client has to discard one that it did not ask for
 * (RFC 9110 15.2), and undici takes it for a mistake and ends the connection.
 */
export function withoutContinue(socket: Socket): Socket {
  const read = socket.read.bind(socket) as () => Buffer | null;
  let held: Buffer | undefined;
  let inARow = 0;
  const next = (): Buffer | null => {
    for (let more = read(); more !== null; more = read()) {
      let chunk = held === undefined ? more : Buffer.concat([held, more]);
      held = undefined;
      while (beginsLikeContinue(chunk)) {
        const end = chunk.indexOf(headEnd);
        if (end < 0 && chunk.length > mostBytes) return chunk;
        // Not whole yet: what is missing comes with the next piece.
        if (end < 0) held = chunk;
        inARow += end < 0 ? 0 : 1;
        chunk = end < 0 ? nothing : chunk.subarray(end + headEnd.length);
      }
      if (inARow > wireBounds.interim) {
        socket.destroy(tooMuchError(tooMuch.interim));
        return null;
      }
      if (chunk.length === 0) continue;
      inARow = 0;
      return chunk;
    }
    return null;
  };
  return Object.assign(socket, { read: next });
}

/** Also of a piece that ends within the status. */
function beginsLikeContinue(chunk: Buffer): boolean {
  const length = Math.min(chunk.length, beginning.length);
  return length >= leastBytes && beginning.compare(chunk, 0, length, 0, length) === 0;
}
