import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../../expectations/sample-exchange.testing.ts';
import { exchangeLine } from './exchange-line.ts';
import { exchangeFromLine } from './exchange-line.testing.ts';
import type { Exchange } from '../../model/exchange.ts';

/** The exchange with plain arrays of bytes instead of buffers, to compare them. */
function plain(exchange: Exchange): Exchange {
  const { request, response } = exchange;
  return {
    ...exchange,
    request: { ...request, body: Uint8Array.from(request.body) },
    response: response.is === 'answer' ? { ...response, body: Uint8Array.from(response.body) } : response,
  };
}

describe('a line of exchanges.ndjson', () => {
  it('gives back every byte', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
    );
    const headers = fc.array(fc.tuple(fc.constantFrom('body', 'text', 'X-A'), fc.string()));
    fc.assert(
      fc.property(bytes, bytes, headers, (sent, body, headers) => {
        const sample = answered({ body, headers });
        const exchange = { ...sample, request: { ...sample.request, body: sent } };
        const line = exchangeLine(exchange);
        expect(line).not.toContain('\n');
        expect(plain(exchangeFromLine(line))).toEqual(plain(exchange));
      }),
      { numRuns: 500 },
    );
  });
  it.each([['\uFEFFmark'], ['{"text":"x"}'], ['']])('gives back %j', (body) => {
    expect(plain(exchangeFromLine(exchangeLine(answered({ body }))))).toEqual(plain(answered({ body })));
  });
  it('is readable where the body is text', () => {
    expect(exchangeLine(answered({ body: 'plain words' }))).toContain('{"text":"plain words"}');
    expect(exchangeLine(answered({ body: Buffer.from([255]) }))).toContain('{"base64":"/w=="}');
  });
  it('is base64 where JSON would spell so many letters of a large body in several', () => {
    const large = (letter: string): string => exchangeLine(answered({ body: letter.repeat(2_000_000) }));
    for (const letter of ['\0', '"', '\\']) expect(large(letter)).toContain('"body":{"base64":');
    expect(large('a')).toContain('"body":{"text":');
    expect(exchangeLine(answered({ body: '\0'.repeat(1_000) }))).toContain('"body":{"text":');
  });
  it('keeps that no answer came', () => {
    const exchange = unanswered('refused', 'chat');
    expect(plain(exchangeFromLine(exchangeLine(exchange)))).toEqual(plain(exchange));
  });
  it('of a view into a larger buffer holds the view alone', () => {
    const view = Buffer.from('secret:told').subarray(7);
    expect(exchangeLine(answered({ body: view }))).not.toContain('secret');
  });
});
