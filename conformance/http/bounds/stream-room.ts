import { headerOf, type HeaderFields } from '../../model/exchange.ts';
import { wireBounds } from '../../reading/wire-bounds.ts';

const [lf, cr] = [0x0a, 0x0d];

/** How many of the next bytes are kept of a body. */
export type Room = (bytes: Uint8Array) => number;

/**
 * Of an event stream as many events and lines are kept as are read of one, and the event behind them, which shows that
 * it goes on; of anything else all. What has a coding is no stream before that is undone.
 */
export function roomFor(headers: HeaderFields): Room {
  const isStream = /^\s*text\/event-stream\b/i.test(headerOf(headers, 'content-type') ?? '');
  const isCoded = headerOf(headers, 'content-encoding') !== undefined;
  return isStream && !isCoded ? roomOfStream() : ({ length }) => length;
}

/** LF, CR or CRLF ends a line, and an empty one the event before it (WHATWG HTML 9.2.6). */
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
