import type { HeaderFields } from '../exchange.ts';

/** One HTTP/1.x response as it stood on the wire, its transfer coding undone. */
export type HttpMessage = {
  /** Such as `1.1`. */
  readonly version: string;
  readonly status: number;
  readonly headers: HeaderFields;
  readonly body: Uint8Array;
  /** False where the connection ended before the framing said so. */
  readonly isWhole: boolean;
  /** Where the next message begins. */
  readonly end: number;
};

export type MessageRead =
  | { readonly is: 'message'; readonly message: HttpMessage }
  | { readonly is: 'more' }
  /** It begins as an HTTP response does, and breaks the grammar (RFC 9112 2 to 7). */
  | { readonly is: 'malformed'; readonly because: string }
  | { readonly is: 'notHttp'; readonly because: string };

type Body = Pick<HttpMessage, 'body' | 'isWhole' | 'end'>;
type BodyRead = Body | 'more' | { readonly malformed: string };

const statusLine = /^HTTP\/(\d\.\d) (\d{3})(?: .*)?$/;
const fieldLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/;
const lineEnd = '\r\n';

/**
 * The first response in `bytes`, to a request of that method (RFC 9112 2, 5 and 6): a reader of our own, because HTTP
 * clients mend or hide what this is to show. `isEnded`: nothing more will come; a header that is not whole by then was
 * cut, which is no mistake of its grammar.
 */
export function messageIn(bytes: Uint8Array, method: string, isEnded: boolean): MessageRead {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!startsLikeHttp(buffer)) {
    const because = `no HTTP response begins with ${JSON.stringify(buffer.toString('latin1', 0, 60))}`;
    return { is: 'notHttp', because };
  }
  const headEnd = buffer.indexOf(lineEnd + lineEnd);
  const text = buffer.toString('latin1', 0, headEnd < 0 ? buffer.length : headEnd);
  const bareLine = text.slice(0, /(?<!\r)\n/.exec(text)?.index ?? 0);
  if (bareLine !== '') return malformed(`a line of the header ends in LF alone: ${excerpt(lastLineOf(bareLine))}`);
  if (headEnd < 0) return { is: 'more' };
  const head = headIn(text);
  if ('malformed' in head) return malformed(head.malformed);
  const read = bodyIn(buffer, headEnd + 4, { method, isEnded, ...head });
  if (read === 'more') return { is: 'more' };
  if ('malformed' in read) return malformed(read.malformed);
  return { is: 'message', message: { ...head, ...read } };
}

/** The first final answer to a GET: a service may send interim ones (1xx) before it (RFC 9110 15.2). */
export function finalIn(bytes: Uint8Array, isEnded: boolean): MessageRead {
  const read = messageIn(bytes, 'GET', isEnded);
  const isInterim = read.is === 'message' && read.message.status < 200;
  return isInterim ? finalIn(bytes.subarray(read.message.end), isEnded) : read;
}

function startsLikeHttp(buffer: Buffer): boolean {
  const start = 'HTTP/';
  return start.startsWith(buffer.toString('latin1', 0, start.length));
}

function malformed(because: string): MessageRead {
  return { is: 'malformed', because };
}

function lastLineOf(text: string): string {
  return text.split('\n').at(-1) ?? '';
}

function excerpt(line: string): string {
  return JSON.stringify(line.slice(0, 60));
}

type Head = Pick<HttpMessage, 'version' | 'status' | 'headers'>;

function headIn(text: string): Head | { readonly malformed: string } {
  const [first = '', ...lines] = text.split(lineEnd);
  const [, version, status] = statusLine.exec(first) ?? [];
  if (version === undefined) return { malformed: `a status line ${excerpt(first)}` };
  const strange = lines.find((line) => !fieldLine.test(line));
  if (strange !== undefined) return { malformed: `a header field ${excerpt(strange)}` };
  const headers = lines.map((line) => fieldLine.exec(line));
  return { version, status: Number(status), headers: headers.map((field) => [field?.[1] ?? '', field?.[2] ?? '']) };
}

type Framed = Pick<HttpMessage, 'status' | 'headers'> & { readonly method: string; readonly isEnded: boolean };

/** RFC 9112 6.3, in its order. */
function bodyIn(buffer: Buffer, start: number, { method, status, headers, isEnded }: Framed): BodyRead {
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return whole(buffer, start, start);
  const last = (name: string): string | undefined =>
    headers.findLast(([key]) => key.toLowerCase() === name)?.[1].toLowerCase();
  if (last('transfer-encoding')?.endsWith('chunked') === true) return chunkedIn(buffer, start, isEnded);
  const lengths = lengthsIn(headers);
  if (lengths.length > 1) return { malformed: lengthTold(lengths) };
  const [length] = lengths;
  if (length === undefined) return isEnded ? whole(buffer, start, buffer.length) : 'more';
  if (!/^\d+$/.test(length)) return { malformed: `Content-Length: ${length}` };
  const end = start + Number(length);
  if (end <= buffer.length) return whole(buffer, start, end);
  return isEnded ? { ...whole(buffer, start, buffer.length), isWhole: false } : 'more';
}

/** How often, and how, the length of the body is told: once, by whoever generates a message (RFC 9110 5.3, 8.6). */
export function lengthsIn(headers: HeaderFields): readonly string[] {
  return headers.filter(([name]) => name.toLowerCase() === 'content-length').map(([, value]) => value);
}

export function lengthTold(lengths: readonly string[]): string {
  return `${lengths.length} fields of Content-Length: ${lengths.join(', ')}`;
}

function whole(buffer: Buffer, start: number, end: number): Body {
  return { body: buffer.subarray(start, end), isWhole: true, end };
}

function chunkedIn(buffer: Buffer, start: number, isEnded: boolean): BodyRead {
  const parts: Buffer[] = [];
  const short = (): BodyRead => (isEnded ? { body: Buffer.concat(parts), isWhole: false, end: buffer.length } : 'more');
  for (let at = start; ;) {
    const sizeEnd = buffer.indexOf(lineEnd, at);
    if (sizeEnd < 0) return short();
    const line = buffer.toString('latin1', at, sizeEnd);
    const [, digits] = /^([0-9a-f]+)[ \t]*(?:;.*)?$/i.exec(line) ?? [];
    if (digits === undefined) return { malformed: `a chunk whose size is ${JSON.stringify(line.slice(0, 40))}` };
    const size = Number.parseInt(digits, 16);
    const dataAt = sizeEnd + lineEnd.length;
    if (size === 0) return afterTrailers(buffer, dataAt, Buffer.concat(parts)) ?? short();
    if (buffer.length < dataAt + size + lineEnd.length) return short();
    if (buffer.toString('latin1', dataAt + size, dataAt + size + 2) !== lineEnd)
      return { malformed: `a chunk of ${size} bytes without a line end behind it` };
    parts.push(buffer.subarray(dataAt, dataAt + size));
    at = dataAt + size + lineEnd.length;
  }
}

/** Trailer fields, up to the empty line that ends a chunked body (RFC 9112 7.1.2). */
function afterTrailers(buffer: Buffer, start: number, body: Buffer): Body | undefined {
  for (let at = start; ;) {
    const end = buffer.indexOf(lineEnd, at);
    if (end < 0) return undefined;
    if (end === at) return { body, isWhole: true, end: end + lineEnd.length };
    at = end + lineEnd.length;
  }
}
