import type { Socket } from 'node:net';

const beginning = Buffer.from('HTTP/1.1 100', 'latin1');
const headEnd = '\r\n\r\n';
/** Shorter pieces may be of anything, and longer heads are of nothing that is told so. */
const [leastBytes, mostBytes] = [10, 1_024];

/**
 * The same connection, on which nobody reads `100 Continue`. A client has to discard one that it did not ask for
 * (RFC 9110 15.2), and undici takes it for a mistake and ends the connection.
 */
export function withoutContinue(socket: Socket): Socket {
  const read = socket.read.bind(socket) as () => Buffer | null;
  let held: Buffer | undefined;
  const next = (): Buffer | null => {
    const more = read();
    if (more === null) return null;
    const chunk = held === undefined ? more : Buffer.concat([held, more]);
    held = undefined;
    if (!beginsLikeContinue(chunk)) return chunk;
    const end = chunk.indexOf(headEnd);
    if (end < 0 && chunk.length > mostBytes) return chunk;
    // Not whole yet: what is missing comes with the next piece.
    if (end < 0) held = chunk;
    else if (end + headEnd.length < chunk.length) socket.unshift(chunk.subarray(end + headEnd.length));
    return next();
  };
  return Object.assign(socket, { read: next });
}

/** Also of a piece that ends within the status. */
function beginsLikeContinue(chunk: Buffer): boolean {
  const length = Math.min(chunk.length, beginning.length);
  return length >= leastBytes && beginning.compare(chunk, 0, length, 0, length) === 0;
}
