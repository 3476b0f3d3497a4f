import type { HeaderFields } from '../model/exchange.ts';
import { growingBytes, type GrowingBytes } from './bounds/growing-bytes.ts';
import { boundTexts, wireBounds } from '../reading/wire-bounds.ts';

/** An HTTP/1.x response as it stood on the wire, with its transfer coding undone. */
export type HttpMessage = {
  /** Such as `1.1`. */
  readonly version: string;
  readonly status: number;
  readonly headers: HeaderFields;
  readonly body: Uint8Array;
  /** False where the connection ended before the end that the framing announces. */
  readonly isWhole: boolean;
  /** Offset at which the next message begins. */
  readonly end: number;
};

export type MessageRead =
  | { readonly is: 'message'; readonly message: HttpMessage }
  | { readonly is: 'more' }
  /** Begins as an HTTP response does, but breaks the grammar (RFC 9112 2 to 7). */
  | { readonly is: 'malformed'; readonly because: string }
  | { readonly is: 'notHttp'; readonly because: string }
  /** May be valid, but exceeds a bound, and is not read on. */
  | { readonly is: 'tooMuch'; readonly because: string };

type Broken = Extract<MessageRead, { because: string }>;
type Body = Pick<HttpMessage, 'body' | 'isWhole' | 'end'>;
type BodyRead = Body | 'more' | Broken;

const statusLine = /^HTTP\/(\d\.\d) (\d{3})(?: .*)?$/;
const fieldName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const lineEnd = '\r\n';
const [lf, cr, space, tab] = [0x0a, 0x0d, 0x20, 0x09];

/** What is known of an incomplete message, so that bytes already read are not read again when more come. */
export type SoFar = {
  /** Offset before which the end of the header does not stand. */
  searched: number;
  head?: Head;
  chunks?: Chunks;
};

type Chunks = {
  readonly body: GrowingBytes;
  /** Offset of the next chunk or trailer field; its line has no end before `searched`. */
  at: number;
  searched: number;
  extensionBytes: number;
  trailersAt?: number;
};

/**
 * Reads the first response in `bytes`, the answer to a request with this method (RFC 9112 2, 5 and 6). HTTP clients
 * repair or hide the mistakes that this reader has to show. `isEnded` says that nothing more will come: an incomplete
 * header was then cut off, which is no mistake of grammar. `soFar` is passed again with every longer version of the
 * same bytes.
 */
export function parseMessage(
  bytes: Uint8Array,
  method: string,
  isEnded: boolean,
  soFar: SoFar = { searched: 0 },
): MessageRead {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!startsLikeHttp(buffer)) {
    const because = `no HTTP response begins with ${JSON.stringify(buffer.toString('latin1', 0, 60))}`;
    return { is: 'notHttp', because };
  }
  const head = soFar.head ?? headIn(buffer, soFar);
  if (head === 'more') return { is: 'more' };
  if ('is' in head) return head;
  soFar.head = head;
  const read = bodyIn(buffer, { method, isEnded, soFar, ...head });
  if (read === 'more') return { is: 'more' };
  if ('is' in read) return read;
  const { version, status, headers } = head;
  return { is: 'message', message: { version, status, headers, ...read } };
}

/** Reads the first final response to a GET; a service may send interim responses (1xx) before it (RFC 9110 15.2). */
export function parseFinalMessage(bytes: Uint8Array, isEnded: boolean): MessageRead {
  let rest = bytes;
  for (let interim = 0; interim <= wireBounds.interim; interim += 1) {
    const read = parseMessage(rest, 'GET', isEnded);
    if (read.is !== 'message' || read.message.status >= 200) return read;
    rest = rest.subarray(read.message.end);
  }
  return { is: 'tooMuch', because: boundTexts.interim };
}

function startsLikeHttp(buffer: Buffer): boolean {
  const start = 'HTTP/';
  return start.startsWith(buffer.toString('latin1', 0, start.length));
}

function malformed(because: string): Broken {
  return { is: 'malformed', because };
}

function lastLineOf(text: string): string {
  return text.split('\n').at(-1) ?? '';
}

function excerpt(line: string): string {
  return JSON.stringify(line.slice(0, 60));
}

type Head = Pick<HttpMessage, 'version' | 'status' | 'headers'> & { readonly bodyAt: number };

function headIn(buffer: Buffer, soFar: SoFar): Head | 'more' | Broken {
  const { searched } = soFar;
  const headEnd = buffer.indexOf(lineEnd + lineEnd, Math.max(0, searched - 3));
  const known = headEnd < 0 ? buffer.length : headEnd;
  const bareAt = bareLineFeedIn(buffer.subarray(0, known), searched);
  if (bareAt > 0) {
    const line = lastLineOf(buffer.toString('latin1', 0, bareAt));
    return malformed(`a line of the header ends in LF alone: ${excerpt(line)}`);
  }
  soFar.searched = known;
  if (known > wireBounds.headBytes) return { is: 'notHttp', because: boundTexts.head };
  return headEnd < 0 ? 'more' : headOf(buffer.toString('latin1', 0, headEnd), headEnd + 4);
}

/** Offset of the first LF without a CR before it; negative where there is none. */
function bareLineFeedIn(buffer: Buffer, from: number): number {
  let at = buffer.indexOf(lf, from);
  while (at >= 0 && buffer[at - 1] === cr) at = buffer.indexOf(lf, at + 1);
  return at;
}

function headOf(text: string, bodyAt: number): Head | Broken {
  const [first = '', ...lines] = text.split(lineEnd);
  const [, version, status] = statusLine.exec(first) ?? [];
  if (version === undefined) return malformed(`a status line ${excerpt(first)}`);
  if (lines.length > wireBounds.fields) return { is: 'tooMuch', because: boundTexts.fields };
  const headers: HeaderFields[number][] = [];
  for (const line of lines) {
    const field = fieldIn(line);
    if (field === undefined) return malformed(`a header field ${excerpt(line)}`);
    headers.push(field);
  }
  return { version, status: Number(status), headers, bodyAt };
}

/**
 * Blanks around the value do not belong to it (RFC 9112 5.1). A loop cuts them off, because a regular expression takes
 * quadratic time.
 */
function fieldIn(line: string): HeaderFields[number] | undefined {
  const colon = line.indexOf(':');
  const name = line.slice(0, Math.max(0, colon));
  if (!fieldName.test(name) || line.includes('\r')) return undefined;
  let [from, to] = [colon + 1, line.length];
  while (from < to && isBlank(line.charCodeAt(from))) from += 1;
  while (from < to && isBlank(line.charCodeAt(to - 1))) to -= 1;
  return [name, line.slice(from, to)];
}

function isBlank(code: number): boolean {
  return code === space || code === tab;
}

type Framed = Head & { readonly method: string; readonly isEnded: boolean; readonly soFar: SoFar };

/** Finds the length of the body by the rules of RFC 9112 6.3, in their order. */
function bodyIn(buffer: Buffer, { method, status, headers, isEnded, bodyAt: start, soFar }: Framed): BodyRead {
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return whole(buffer, start, start);
  const last = (name: string): string | undefined =>
    headers.findLast(([key]) => key.toLowerCase() === name)?.[1].toLowerCase();
  if (last('transfer-encoding')?.endsWith('chunked') === true) {
    soFar.chunks ??= { body: growingBytes(), at: start, searched: start, extensionBytes: 0 };
    return chunkedIn(buffer, soFar.chunks, isEnded);
  }
  const lengths = lengthsIn(headers);
  if (lengths.length > 1) return malformed(contentLengthText(lengths));
  const [length] = lengths;
  if (length === undefined) return isEnded ? whole(buffer, start, buffer.length) : 'more';
  if (!/^\d+$/.test(length)) return malformed(`Content-Length: ${length}`);
  const end = start + Number(length);
  if (end <= buffer.length) return whole(buffer, start, end);
  return isEnded ? { ...whole(buffer, start, buffer.length), isWhole: false } : 'more';
}

/** All values of Content-Length. A message must have at most one (RFC 9110 5.3, 8.6). */
export function lengthsIn(headers: HeaderFields): readonly string[] {
  return headers.filter(([name]) => name.toLowerCase() === 'content-length').map(([, value]) => value);
}

export function contentLengthText(lengths: readonly string[]): string {
  return `${lengths.length} fields of Content-Length: ${lengths.join(', ')}`;
}

function whole(buffer: Buffer, start: number, end: number): Body {
  return { body: buffer.subarray(start, end), isWhole: true, end };
}

function chunkedIn(buffer: Buffer, chunks: Chunks, isEnded: boolean): BodyRead {
  const { body } = chunks;
  const short = (): BodyRead => (isEnded ? { body: body.all(), isWhole: false, end: buffer.length } : 'more');
  while (chunks.trailersAt === undefined) {
    const { at } = chunks;
    const sizeEnd = lineEndIn(buffer, chunks);
    if (sizeEnd < 0) return buffer.length - at > wireBounds.besideBytes ? tooMuchOf('extensions') : short();
    const line = buffer.toString('latin1', at, sizeEnd);
    const [, digits] = /^([0-9a-f]+)[ \t]*(?:;.*)?$/i.exec(line) ?? [];
    if (digits === undefined) return malformed(`a chunk whose size is ${JSON.stringify(line.slice(0, 40))}`);
    if (chunks.extensionBytes + line.length - digits.length > wireBounds.besideBytes) return tooMuchOf('extensions');
    const size = Number.parseInt(digits, 16);
    const dataAt = sizeEnd + lineEnd.length;
    if (size > 0 && buffer.length < dataAt + size + lineEnd.length) return short();
    if (size > 0 && (buffer[dataAt + size] !== cr || buffer[dataAt + size + 1] !== lf))
      return malformed(`a chunk of ${size} bytes without a line end after it`);
    body.add(buffer.subarray(dataAt, dataAt + size));
    chunks.extensionBytes += line.length - digits.length;
    chunks.at = size === 0 ? dataAt : dataAt + size + lineEnd.length;
    if (size === 0) chunks.trailersAt = dataAt;
  }
  return afterTrailers(buffer, chunks, chunks.trailersAt) ?? short();
}

/**
 * Reads the trailer fields up to the empty line that ends a chunked body (RFC 9112 7.1.2); undefined where that line
 * has not come yet.
 */
function afterTrailers(buffer: Buffer, chunks: Chunks, trailersAt: number): Body | Broken | undefined {
  for (;;) {
    const end = lineEndIn(buffer, chunks);
    if ((end < 0 ? buffer.length : end) - trailersAt > wireBounds.besideBytes) return tooMuchOf('trailers');
    if (end < 0) return undefined;
    if (end === chunks.at) return { body: chunks.body.all(), isWhole: true, end: end + lineEnd.length };
    chunks.at = end + lineEnd.length;
  }
}

/** Offset of the end of the line that begins at `at`; negative where it has not come yet. */
function lineEndIn(buffer: Buffer, chunks: Chunks): number {
  const end = buffer.indexOf(lineEnd, Math.max(chunks.at, chunks.searched - 1));
  chunks.searched = end < 0 ? buffer.length : chunks.at;
  return end;
}

function tooMuchOf(what: 'extensions' | 'trailers'): Broken {
  return { is: 'tooMuch', because: boundTexts[what] };
}
