import { headerOf, type HeaderFields } from '../../model/exchange.ts';
import { wireBounds } from '../../reading/wire-bounds.ts';

const [lf, cr] = [0x0a, 0x0d];

/** Returns how many of the next bytes of a body are kept. */
export type Room = (bytes: Uint8Array) => number;

/**
 * Keeps as many events and lines of an event stream as are read of any stream, and one more event, which shows that the
 * stream goes on. Any other body is kept whole; so is a body with a content coding, which is no stream until it is
 * decoded.
 */
export function roomFor(headers: HeaderFields): Room {
  const isStream = /^\s*text\/event-stream\b/i.test(headerOf(headers, 'content-type') ?? '');
  const isCoded = headerOf(headers, 'content-encoding') !== undefined;
  return isStream && !isCoded ? roomOfStream() : ({ length }) => length;
}

/** LF, CR or CRLF ends a line, and an empty line ends the event before it (WHATWG HTML 9.2.6). */
function roomOfStream(): Room {
  let [lines, events, lineBytes, eventBytes, before] = [0, 0, 0, 0, 0];
  return (bytes) => {
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      const isSecondHalf = byte === lf && before === cr;
      before = byte;
      if (isSecondHalf) continue;
      if (byte !== lf && byte !== cr) {
        lineBytes += 1;
        continue;
      }
      if (lines > wireBounds.lines || events > wireBounds.events) return at;
      lines += 1;
      if (lineBytes === 0 && eventBytes > 0) events += 1;
      eventBytes = lineBytes === 0 ? 0 : eventBytes + lineBytes;
      lineBytes = 0;
    }
    return bytes.length;
  };
}
