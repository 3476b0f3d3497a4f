import { asKept, type Exchange } from '../exchange.ts';

/** Bytes as a line of JSON keeps them: text where that loses nothing, else base64. */
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
  const text = buffer.toString('utf8');
  return Buffer.from(text, 'utf8').equals(buffer) ? { text } : { base64: buffer.toString('base64') };
}

function bytesOf(kept: unknown): unknown {
  if (typeof kept !== 'object' || kept === null) return kept;
  if ('text' in kept && typeof kept.text === 'string') return Buffer.from(kept.text, 'utf8');
  if ('base64' in kept && typeof kept.base64 === 'string') return Buffer.from(kept.base64, 'base64');
  return kept;
}
