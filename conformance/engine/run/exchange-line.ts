import { isUtf8 } from 'node:buffer';
import { asKept, type Exchange } from '../../model/exchange.ts';

/** Bytes as a line of JSON keeps them: text where that loses nothing and takes no more room than it may, else base64. */
type KeptBody = { readonly text: string } | { readonly base64: string };

/** One line of `exchanges.ndjson`, without its line end, and without the secrets that came. */
export function exchangeLine(exchange: Exchange): string {
  const kept = asKept(exchange);
  const { request, response } = kept;
  return JSON.stringify({
    ...kept,
    request: { ...request, body: keptBody(request.body) },
    response: response.is === 'answer' ? { ...response, body: keptBody(response.body) } : response,
  });
}

/** The exchange of a line that `exchangeLine` wrote. Throws where it is another text. */
export function exchangeFromLine(line: string): Exchange {
  return JSON.parse(line, (key, value: unknown) => (key === 'body' ? bytesOf(value) : value)) as Exchange;
}

function keptBody(bytes: Uint8Array): KeptBody {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Text of it that is read again gives the same bytes only where they are UTF-8.
  if (!isSpelledTooLong(buffer) && isUtf8(buffer)) return { text: buffer.toString('utf8') };
  return { base64: buffer.toString('base64') };
}

/** What is shorter may be spelled as it likes, for people to read. */
const readableBytes = 1024 * 1024;
const base64Share = 4 / 3;

/**
 * JSON spells a control character in up to six letters, and a quotation mark in two: 16 MB of them would be more than
 * anybody reads of a line.
 */
function isSpelledTooLong(bytes: Buffer): boolean {
  if (bytes.length * lettersOfControl <= readableBytes) return false;
  let spelled = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    spelled += byte < 0x20 ? lettersOfControl : byte === quote || byte === backslash ? 2 : 1;
  }
  return spelled > readableBytes && spelled > base64Share * bytes.length;
}

const lettersOfControl = 6;
const [quote, backslash] = [0x22, 0x5c];

function bytesOf(kept: unknown): unknown {
  if (typeof kept !== 'object' || kept === null) return kept;
  if ('text' in kept && typeof kept.text === 'string') return Buffer.from(kept.text, 'utf8');
  if ('base64' in kept && typeof kept.base64 === 'string') return Buffer.from(kept.base64, 'base64');
  return kept;
}
