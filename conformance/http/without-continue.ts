import type { Socket } from 'node:net';
import { headLines } from './head-lines.ts';
import { boundTexts, boundError, wireBounds } from '../reading/wire-bounds.ts';

const headEnd = '\r\n\r\n';
const nothing = Buffer.alloc(0);
/** Length of version and status at the beginning of a response; shorter input may still become a response. */
const [statusBytes, beginning] = [12, 'HTTP/1.'];
/** A `100 Continue` with a longer head is passed on to the parser. */
const mostBytes = 16_384;

type ParseState = 'status' | 'interim' | 'final' | 'body';

/**
 * The same connection, from which every `100 Continue` is removed before it is read. A client must discard interim
 * responses that it did not ask for, before or behind any other interim response (RFC 9110 15.2), but undici takes each
 * `100 Continue` for a mistake and ends the connection. A field that breaks the grammar is reported before undici reads
 * it, which may report it as a length mismatch.
 */
export function withoutContinue(socket: Socket): Socket {
  const read = socket.read.bind(socket) as () => Buffer | null;
  const write = socket.write.bind(socket) as (...all: readonly unknown[]) => boolean;
  const heads = headsOf((error) => void socket.destroy(error));
  const next = (): Buffer | null => {
    for (let more = read(); more !== null; more = read()) {
      const known = heads.through(more);
      if (known === undefined) return null;
      if (known.length > 0) return known;
    }
    return null;
  };
  // At the beginning of a request nothing is left of the last response.
  const begin = (...all: readonly unknown[]): boolean => {
    heads.begin();
    return write(...all);
  };
  return Object.assign(socket, { read: next, write: begin });
}

function headsOf(end: (error: Error) => void): {
  readonly begin: () => void;
  readonly through: (more: Buffer) => Buffer | undefined;
} {
  let place: ParseState = 'status';
  let held: Buffer = nothing;
  let [continued, lines] = [0, headLines()];
  /**
   * Offset behind the `100 Continue` at the beginning of the chunk; 0 where it is none, negative where its end has not
   * come yet.
   */
  const behindContinue = (chunk: Buffer): number => {
    const at = chunk.indexOf(headEnd);
    const isOne = at < 0 ? chunk.length <= mostBytes : !/(?:^|[^\r])\n/.test(chunk.toString('latin1', 0, at));
    if (!isOne) place = 'body';
    return isOne ? (at < 0 ? -1 : at + headEnd.length) : 0;
  };
  const stopped = (error: Error): undefined => {
    end(error);
    return undefined;
  };
  const through = (more: Buffer): Buffer | undefined => {
    if (place === 'body') return more;
    let chunk = held.length === 0 ? more : Buffer.concat([held, more]);
    held = nothing;
    const out: Buffer[] = [];
    while (chunk.length > 0) {
      if (place === 'status') {
        const kind = kindOf(chunk);
        const from = kind === 'continue' ? behindContinue(chunk) : kind === undefined ? -1 : 0;
        if (from < 0) held = chunk;
        if (from < 0) break;
        chunk = chunk.subarray(from);
        continued += from > 0 ? 1 : 0;
        if (continued > wireBounds.interim) return stopped(boundError(boundTexts.interim));
        if (kind === undefined || kind === 'continue') continue;
        place = kind;
        lines = headLines();
      }
      if (place === 'body') break;
      const { given, endAt, fault, isForeign } = lines(chunk);
      if (fault !== undefined) return stopped(malformedError(fault));
      out.push(given);
      chunk = endAt === undefined ? nothing : chunk.subarray(endAt);
      if (isForeign === true) place = 'body';
      if (isForeign === true || endAt === undefined) break;
      place = place === 'interim' ? 'status' : 'body';
    }
    return held.length > 0 ? Buffer.concat(out) : Buffer.concat([...out, chunk]);
  };
  return {
    begin: () => {
      place = 'status';
      held = nothing;
      continued = 0;
    },
    through,
  };
}

/** The kind of response that begins here; undefined where too little of it has come. */
function kindOf(chunk: Buffer): 'continue' | Exclude<ParseState, 'status'> | undefined {
  const text = chunk.toString('latin1', 0, statusBytes);
  if (!text.startsWith(beginning.slice(0, text.length))) return 'body';
  if (text.length < statusBytes) return undefined;
  if (/^HTTP\/1\.[01] 100$/.test(text)) return 'continue';
  // What follows a 101 is of another protocol.
  if (text.endsWith(' 101')) return 'body';
  return / 1\d\d$/.test(text) ? 'interim' : 'final';
}

function malformedError(because: string): Error {
  return Object.assign(new Error(because), { code: 'HPE_INVALID_HEADER_TOKEN' });
}
