import type { Answer } from '../../model/exchange.ts';
import { excerptOf } from '../../bodies/content.ts';
import type { Judgement } from '../../model/check.ts';
import { onAnswer } from '../on-answer.ts';

/**
 * Nothing follows the answer on the connection: its Content-Length counts every byte (RFC 9112 6.3), and an answer to
 * HEAD, or with status 204 or 304, has no body (RFC 9110 9.3.2, 15.3.5, 15.4.5).
 */
export const hasNoTrailingBytes = onAnswer((answer, { request }) => {
  const { onWire } = answer;
  if (onWire === undefined) return { inconclusive: 'it was not read byte by byte' };
  if (onWire.rest === '') return [];
  return trailingBytes(answer, request.method, Buffer.from(onWire.rest, 'latin1'));
});

function trailingBytes({ status, headers }: Answer, method: string, rest: Uint8Array): Judgement {
  const bodiless = method === 'HEAD' || status === 204 || status === 304;
  const lengths = headers.filter(([name]) => name.toLowerCase() === 'content-length').map(([, value]) => value);
  return [
    {
      subject: 'bytes after the answer',
      expected: bodiless ? `none: ${method === 'HEAD' ? 'HEAD' : `a ${status}`} has no body` : 'none',
      observed: `${rest.length} bytes, ${excerptOf(rest)}${lengths.length === 0 ? '' : ` (Content-Length: ${lengths.join(', ')})`}`,
      reference: bodiless ? (method === 'HEAD' ? 'RFC 9110 9.3.2' : 'RFC 9112 6.3') : 'RFC 9110 8.6',
    },
  ];
}

/** The end of the body is given in a single way, never by Content-Length and Transfer-Encoding both (RFC 9112 6.2). */
export const hasSingleFraming = onAnswer(({ headers }) => {
  const valueOf = (wanted: string): string | undefined => headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const [length, coding] = [valueOf('content-length'), valueOf('transfer-encoding')];
  if (length === undefined || coding === undefined) return [];
  const observed = `Content-Length: ${length} and Transfer-Encoding: ${coding}`;
  return [{ subject: 'framing', expected: 'one of the two fields', observed, reference: 'RFC 9112 6.2' }];
});

/** A client of HTTP/1.0 cannot read chunks (RFC 9112 6.1: a server MUST NOT send them to it). */
export const hasNoTransferCoding = onAnswer(({ headers }) => {
  const coding = headers.find(([name]) => name.toLowerCase() === 'transfer-encoding')?.[1];
  if (coding === undefined) return [];
  return [{ subject: 'Transfer-Encoding', expected: 'none to HTTP/1.0', observed: coding, reference: 'RFC 9112 6.1' }];
});

/** The length in characters differs from the length in bytes only where a body has letters beyond ASCII. */
export const isBeyondAscii = onAnswer(({ body }) =>
  body.some((byte) => byte >= 0x80)
    ? []
    : { inconclusive: 'the body is all ASCII, whose characters are bytes', isUnspecified: true },
);
