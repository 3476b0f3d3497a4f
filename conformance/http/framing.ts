import type { HeaderFields } from '../model/exchange.ts';
import { growingBytes } from './bounds/growing-bytes.ts';
import { messageIn, type SoFar } from './http-message.ts';

const brokenCode = 'ERR_BROKEN_FRAMING';

/** How the framing of a body broke, in words; undefined where something else ended it. */
export function framingBrokenBy(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && error.code === brokenCode) return error.message;
  const [, because] = /^Response does not match the HTTP\/1\.1 protocol \((.*)\)$/s.exec(error.message) ?? [];
  // Only a trailer section has fields behind the beginning of a body.
  const isTrailer = because !== undefined && /header|content-length|transfer-encoding/i.test(because);
  if (because === undefined || !(isTrailer || /chunk/i.test(because))) return undefined;
  const at = 'data' in error && typeof error.data === 'string' ? `, at ${excerpt(error.data)}` : '';
  if (because === 'Chunk size overflow') return `the size of a chunk is beyond 64 bits${at}`;
  if (because === 'Invalid character in chunk size') return `the size of a chunk is not a hexadecimal number${at}`;
  if (isTrailer) return `a trailer field breaks the grammar of HTTP (${because})${at}`;
  return `a chunk breaks the grammar of HTTP (${because})${at}`;
}

const mostShown = 40;

/** Of the line at which it broke, since what follows may be anything. */
function excerpt(data: string): string {
  const line = data.startsWith('\r\n') ? data.slice(0, 2) : (data.split('\r\n')[0] ?? '');
  return JSON.stringify(line.slice(0, mostShown)) + (line.length > mostShown ? '…' : '');
}

/** The parser knows blanks around a value, and tabs not (RFC 9110 5.5): such chunks come to us as if they were the body. */
export function isChunkedUnread(fields: HeaderFields): boolean {
  const last = fields.findLast(([name]) => name.toLowerCase() === 'transfer-encoding')?.[1] ?? '';
  return /chunked[ \t]*\t[ \t]*$/i.test(last.slice(-64));
}

/** What is in the chunks of a body that was not read as chunked, as they come. */
export async function* withoutChunks(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const all = growingBytes();
  all.add(Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'));
  const soFar: SoFar = { searched: 0 };
  let given = 0;
  for await (const part of body) {
    all.add(part);
    const read = messageIn(all.all(), 'GET', false, soFar);
    if ('because' in read) throw Object.assign(new Error(read.because), { code: brokenCode });
    const known = read.is === 'message' ? Buffer.from(read.message.body) : soFar.chunks?.body.all();
    if (known !== undefined && known.length > given) yield known.subarray(given);
    given = known?.length ?? 0;
    if (read.is === 'message') return;
  }
  throw new Error('the connection was closed before the last chunk');
}
