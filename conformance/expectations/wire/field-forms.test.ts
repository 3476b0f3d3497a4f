import { describe, expect, it } from 'vitest';
import { fieldsHaveTheirForm, hasSingleFieldsOnce, noContentHasNoLength } from './field-forms.ts';
import { answered } from '../sample-exchange.testing.ts';

type Field = readonly [name: string, value: string];

const formOf = (...headers: readonly Field[]) => fieldsHaveTheirForm([answered({ headers })]);

describe('fieldsHaveTheirForm', () => {
  it.each<Field>([
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Content-Type', 'text/event-stream;'],
    ['content-type', 'multipart/mixed; boundary="a b"'],
    ['Connection', 'keep-alive, Upgrade'],
    ['Connection', ''],
    ['Allow', ''],
    ['Allow', 'GET , HEAD'],
    ['Vary', '*'],
    ['Vary', 'Accept-Encoding, Origin'],
    ['Retry-After', '120'],
    ['Retry-After', 'Sun, 06 Nov 1994 08:49:37 GMT'],
    ['ETag', 'W/"33a6"'],
    ['Age', '0'],
    ['Location', '/v1/bots?x=1#y'],
    ['Cache-Control', 'no-store, private="set-cookie", max-age=0'],
    ['Content-Encoding', 'gzip'],
    ['Transfer-Encoding', 'chunked'],
    ['X-Whatever', 'any thing, at; all "'],
  ])('takes %s: %s', (...field) => {
    expect(formOf(field)).toEqual([]);
  });
  it.each<readonly [...Field, expected: string, per: string]>([
    ['content-type', '', 'a media type such as application/json', 'RFC 9110 8.3'],
    ['Content-Type', 'json', 'a media type such as application/json', 'RFC 9110 8.3'],
    ['Content-Type', 'application/json; utf-8', 'a media type such as application/json', 'RFC 9110 8.3'],
    ['connection', 'stays open', 'names such as close', 'RFC 9110 7.6.1'],
    ['Connection', 'close, Content-Length', 'names such as close', 'RFC 9110 7.6.1'],
    ['retry-after', 'soon', 'seconds, or a date', 'RFC 9110 10.2.3'],
    ['Retry-After', '1.5', 'seconds, or a date', 'RFC 9110 10.2.3'],
    ['Allow', 'GET; POST', 'names of methods', 'RFC 9110 10.2.1'],
    ['Age', '-1', 'seconds', 'RFC 9111 5.1'],
    ['Location', '/a b', 'a URI without spaces', 'RFC 9110 10.2.2'],
    ['Cache-Control', 'max-age = 0', 'directives such as no-store', 'RFC 9111 5.2'],
  ])('refuses %s: %s', (name, value, expected, per) => {
    expect(formOf([name, value])).toMatchObject([{ expected, observed: JSON.stringify(value), reference: per }]);
  });
  it.each(['content-type', 'transfer-encoding', 'cache-control', 'vary', 'connection', 'etag', 'location'])(
    'is done with a hostile %s at once',
    (name) => {
      for (const part of ['; ', ', ', 'a, ', ' ;a=b', '; a="\\\\', 'a=b,', '"'])
        expect(formOf([name, `a/b${part.repeat(20_000)}!\u{7f}`])).not.toEqual([]);
    },
    2_000,
  );
  it('tells a field by its usual name', () => {
    expect(formOf(['retry-after', 'soon'], ['etag', 'v1'])).toEqual([
      { subject: 'Retry-After', expected: 'seconds, or a date', observed: '"soon"', reference: 'RFC 9110 10.2.3' },
      { subject: 'ETag', expected: 'a text in quotes', observed: '"v1"', reference: 'RFC 9110 8.8.3' },
    ]);
  });
});

describe('namesAFieldOnce', () => {
  const judged = (...headers: readonly Field[]) => hasSingleFieldsOnce([answered({ headers })]);
  it('takes lists on several lines', () => {
    expect(judged(['Vary', 'Origin'], ['vary', 'Accept'], ['Set-Cookie', 'a=1'], ['Set-Cookie', 'b=2'])).toEqual([]);
  });
  it('refuses a second value of what has one', () => {
    expect(judged(['Content-Type', 'text/html'], ['content-type', 'application/json'])).toEqual([
      {
        subject: 'Content-Type',
        expected: 'one field line',
        observed: '2: "text/html", "application/json"',
        reference: 'RFC 9110 5.3',
      },
    ]);
  });
});

describe('tellsNoLengthOfNothing', () => {
  const judged = (status: number, ...headers: readonly Field[]) =>
    noContentHasNoLength([answered({ status, headers })]);
  it('takes a 204 without them, and them with any other status', () => {
    expect(judged(204, ['Allow', 'GET'])).toEqual([]);
    expect(judged(304, ['Content-Length', '12'])).toEqual([]);
  });
  it('refuses either with a 204', () => {
    expect(judged(204, ['content-length', '0'])).toEqual([
      { subject: 'Content-Length', expected: 'none with a 204', observed: '0', reference: 'RFC 9110 8.6' },
    ]);
    expect(judged(204, ['Transfer-Encoding', 'chunked'])).toMatchObject([
      { subject: 'Transfer-Encoding', reference: 'RFC 9112 6.1' },
    ]);
  });
});
