import { firstInvalidUtf8 } from '../../reading/utf8.ts';
import { readOnce } from '../../reading/read-once.ts';
import { wireBounds } from '../../reading/wire-bounds.ts';

/** An event that the WHATWG rules dispatch. `endsAt` is the offset after the blank line that dispatches it. */
type StreamEvent = {
  readonly type: string;
  readonly data: string;
  readonly lastEventId: string;
  readonly endsAt: number;
};

/** What the bytes of a stream parse to. */
export type EventStream = {
  readonly events: readonly StreamEvent[];
  /** Fields with data that no blank line follows: the rules drop them (WHATWG HTML 9.2.6). */
  readonly unterminated: string;
  /** Offset of the first byte that is not UTF-8. */
  readonly invalidUtf8At?: number;
  readonly comments: number;
  /** Length of the whole body, in bytes. */
  readonly length: number;
  /** Bytes after the last event that is read, where there are more events than assay reads. */
  readonly unreadBytes: number;
};

const lf = 0x0a;
const cr = 0x0d;

/** A line without its end. `from` and `endsAt` are the offsets of its first byte and after its line end. */
export type Line = { readonly text: string; readonly from: number; readonly endsAt: number; readonly ended: boolean };

/**
 * Parses a whole body by WHATWG HTML 9.2.6: LF, CR or CRLF ends a line, and one byte order mark is skipped. Of a body
 * beyond the bounds only the first events are parsed.
 */
export function parseEventStream(bytes: Uint8Array): EventStream {
  const events: StreamEvent[] = [];
  let data: string[] = [];
  let type = '';
  let lastEventId = '';
  let comments = 0;
  let pending = '';
  let [lines, readTo] = [0, skippedMark(bytes)];
  for (const line of eachLineOf(bytes)) {
    if (events.length >= wireBounds.events || lines >= wireBounds.lines) break;
    lines += 1;
    readTo = line.endsAt;
    if (!line.ended) {
      // A comment that breaks off loses nothing.
      pending = line.text.startsWith(':') ? '' : line.text;
      break;
    }
    if (line.text === '') {
      if (data.length > 0)
        events.push({ type: type === '' ? 'message' : type, data: data.join('\n'), lastEventId, endsAt: line.endsAt });
      data = [];
      type = '';
      continue;
    }
    const { name, value } = fieldOf(line.text);
    if (name === '') comments += 1;
    else if (name === 'data') data.push(value);
    else if (name === 'event') type = value;
    else if (name === 'id' && !value.includes('\0')) lastEventId = value;
  }
  const unreadBytes = bytes.length - readTo;
  if (unreadBytes > 0) return { events, unterminated: '', comments, length: bytes.length, unreadBytes };
  const unterminated = [...data.map((value) => `data: ${value}`), pending].filter((text) => text !== '').join('\n');
  const invalidUtf8At = firstInvalidUtf8(bytes);
  return {
    events,
    unterminated,
    comments,
    length: bytes.length,
    unreadBytes: 0,
    ...(invalidUtf8At === undefined ? {} : { invalidUtf8At }),
  };
}

/** The same, parsed once for the same bytes: many expectations and the report read a body. */
export const parseEventStreamOnce = readOnce(
  (bytes: Uint8Array) => bytes.length,
  (bytes) => parseEventStream(bytes),
);

/** A line that begins with a colon is a comment: a field without a name. */
export function fieldOf(line: string): { readonly name: string; readonly value: string } {
  const colon = line.indexOf(':');
  if (colon < 0) return { name: line, value: '' };
  return { name: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /, '') };
}

/** The lines of a stream, up to the bound on lines. */
export function linesOf(bytes: Uint8Array): readonly Line[] {
  const lines: Line[] = [];
  for (const line of eachLineOf(bytes)) {
    if (lines.length >= wireBounds.lines) break;
    lines.push(line);
  }
  return lines;
}

/** LF, CR or CRLF ends a line; a byte order mark at the very start is not part of the first. */
function* eachLineOf(bytes: Uint8Array): Generator<Line> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let from = skippedMark(bytes);
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] !== lf && bytes[at] !== cr) continue;
    const endsAt = bytes[at] === cr && bytes[at + 1] === lf ? at + 2 : at + 1;
    yield { text: decoder.decode(bytes.subarray(from, at)), from, endsAt, ended: true };
    from = endsAt;
    at = endsAt - 1;
  }
  if (from < bytes.length)
    yield { text: decoder.decode(bytes.subarray(from)), from, endsAt: bytes.length, ended: false };
}

function skippedMark([first, second, third]: Uint8Array): number {
  return first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
}
