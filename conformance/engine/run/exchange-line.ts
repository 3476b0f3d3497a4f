import { isUtf8 } from 'node:buffer';
import type { ExchangeLine, RecordedBody } from '../../contract/formats/exchange.ts';
import { maskedExchange, type Exchange } from '../../model/exchange.ts';
import { formOf, type Form } from '../../reading/form.ts';
import { shownValue } from '../../reading/shown-value.ts';

/** One line of `exchanges.ndjson`, without its line end, and without the secrets in the exchange. */
export function exchangeLine(exchange: Exchange): string {
  const kept = maskedExchange(exchange);
  const { request, response } = kept;
  const line: ExchangeLine = {
    ...kept,
    request: { ...request, body: keptBody(request.body) },
    response: response.is === 'answer' ? { ...response, body: keptBody(response.body) } : response,
  };
  return JSON.stringify(line);
}

const lineForm = formOf<ExchangeLine>('exchange');

/** The exchange in a line of `exchanges.ndjson`, once the line is parsed as JSON. */
export const exchangeForm: Form<Exchange> = (value) => {
  const line = lineForm(value);
  if (line.is === 'other') return line;
  const { request, response, ...rest } = line.value;
  if (!isAddress(request.url))
    return { is: 'other', because: `/request/url is ${shownValue(request.url)}, expected a URL of HTTP` };
  return {
    is: 'formed',
    value: {
      ...rest,
      request: { ...request, body: bytesOf(request.body) },
      response: response.is === 'answer' ? { ...response, body: bytesOf(response.body) } : response,
    },
  };
};

/** True for a URL that a request can go to. */
export function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Text where that loses nothing and is not too long, otherwise base64. */
function keptBody(bytes: Uint8Array): RecordedBody {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Only UTF-8 gives the same bytes when the text is read again.
  if (!isSpelledTooLong(buffer) && isUtf8(buffer)) return { text: buffer.toString('utf8') };
  return { base64: buffer.toString('base64') };
}

/** Up to this many letters of JSON a body is always written as text, so that people can read it. */
const readableBytes = 1024 * 1024;
const base64Share = 4 / 3;

/**
 * True for a body that takes too much room as text: JSON spells a control character in up to six letters, and a
 * quotation mark in two. Nobody reads 16 MB of that in a line.
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

function bytesOf(kept: RecordedBody): Uint8Array {
  return 'text' in kept ? Buffer.from(kept.text, 'utf8') : Buffer.from(kept.base64, 'base64');
}
