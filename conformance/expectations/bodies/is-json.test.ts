import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { errorSaysJson, hasNoByteOrderMark, isJson, isLabelledJson, namesNoOtherCharset, saysJson } from './is-json.ts';
import { answered } from '../sample-exchange.testing.ts';

describe('isJson and saysJson', () => {
  it('takes JSON text of any kind, compressed too', () => {
    expect(isJson([answered({ body: '[1]' })])).toEqual([]);
    expect(isJson([answered({ body: gzipSync('{}'), headers: [['content-encoding', 'gzip']] })])).toEqual([]);
  });
  it('shows what is none', () => {
    expect(isJson([answered({ body: 'nope' })])).toEqual([
      { subject: 'body', expected: 'JSON text', observed: '"nope"' },
    ]);
    expect(isJson([answered({ body: '' })])).toEqual([
      { subject: 'body', expected: 'JSON text', observed: 'an empty body' },
    ]);
  });
  it('says where text of another encoding is not UTF-8, as its beginning looks right', () => {
    const latin = answered({ body: Buffer.from('{"message":"un café"}', 'latin1') });
    const observed = 'a byte that is not UTF-8 at offset 18, after "{\\"message\\":\\"un caf", then bytes e9227d';
    expect(isJson([latin])).toEqual([{ subject: 'body', expected: 'JSON text', observed }]);
    const binary = answered({ body: Buffer.from([0x1f, 0x8b, 0x08]) });
    expect(isJson([binary])).toMatchObject([{ observed: 'gzip, bytes 1f8b08' }]);
  });
  it('names a body that is not what its coding says', () => {
    const body = answered({ body: '{}', headers: [['Content-Encoding', 'gzip']] });
    const observed = 'a body that is not gzip, as its Content-Encoding says: "{}"';
    expect(isJson([body])).toEqual([{ subject: 'body', expected: 'JSON text', observed }]);
  });
  it('takes every JSON media type and none at all', () => {
    for (const type of ['application/json; charset=utf-8', 'TEXT/JSON', 'application/problem+json']) {
      expect(saysJson([answered({ headers: [['content-type', type]] })])).toEqual([]);
    }
    expect(saysJson([answered({ headers: [] })])).toEqual([]);
  });
  it('does not take another type', () => {
    expect(saysJson([answered({ headers: [['content-type', 'text/html']] })])).toEqual([
      { subject: 'Content-Type', expected: 'application/json', observed: 'text/html', reference: 'RFC 9110 8.3' },
    ]);
    expect(saysJson([answered({ headers: [['content-type', '']] })])).toMatchObject([{ observed: 'an empty field' }]);
  });
  it('takes several lines that say so, and none that says another', () => {
    const judged = (...types: readonly string[]) =>
      saysJson([answered({ headers: types.map((type) => ['Content-Type', type] as const) })]);
    expect(judged('application/json', 'application/json; charset=utf-8')).toEqual([]);
    expect(judged('application/json', 'text/html')).toMatchObject([
      { observed: 'application/json, and on another line text/html' },
    ]);
    expect(judged('text/html', 'application/json')).toHaveLength(1);
  });
});

describe('isLabelledJson', () => {
  it('judges the type of an answer that has one', () => {
    const judged = (...headers: readonly (readonly [string, string])[]) => isLabelledJson([answered({ headers })]);
    expect(judged(['content-type', 'application/json'])).toEqual([]);
    expect(judged(['content-type', 'text/html'])).toMatchObject([{ observed: 'text/html' }]);
    expect(judged()).toEqual({ inconclusive: 'no answer has a Content-Type', isUnspecified: true });
  });
});

describe('errorSaysJson', () => {
  const labelled = (status: number, type: string) => [answered({ status, headers: [['content-type', type]] })];

  it('asks it of an error', () => {
    expect(errorSaysJson(labelled(402, 'application/json'))).toEqual([]);
    expect(errorSaysJson(labelled(402, 'text/html'))).toEqual([
      { subject: 'Content-Type', expected: 'application/json', observed: 'text/html', reference: 'RFC 9110 8.3' },
    ]);
  });
  it('does not judge a success', () => {
    expect(errorSaysJson(labelled(200, 'text/event-stream'))).toEqual({
      inconclusive: 'the answer was not an error (status 200)',
      about: { is: 'answer', exchange: 'probe#1' },
    });
  });
});

describe('hasNoByteOrderMark', () => {
  it('takes text from the first byte on, and leaves what is no text to others', () => {
    expect(hasNoByteOrderMark([answered({ body: '{"a":"\uFEFF"}' })])).toEqual([]);
    expect(hasNoByteOrderMark([answered()])).toEqual([]);
    const headers = [['content-encoding', 'br']] as const;
    expect(hasNoByteOrderMark([answered({ headers, body: '\uFEFF{}' })])).toEqual([]);
  });
  it('shows the mark, and what follows it', () => {
    expect(hasNoByteOrderMark([answered({ body: '\uFEFF{"a":1}' })])).toEqual([
      {
        subject: 'body',
        expected: 'JSON text from the first byte on',
        observed: 'the byte order mark ef bb bf, then "{\\"a\\":1}"',
        reference: 'RFC 8259 8.1',
      },
    ]);
  });
  it('finds it below a content coding', () => {
    const headers = [['content-encoding', 'gzip']] as const;
    expect(hasNoByteOrderMark([answered({ headers, body: gzipSync('\uFEFF{}') })])).toHaveLength(1);
  });
});

describe('namesNoOtherCharset', () => {
  const judged = (type: string, body: string) =>
    namesNoOtherCharset([answered({ headers: [['Content-Type', type]], body })]);
  it('takes UTF-8 by any name, no charset, and any where the body is ASCII', () => {
    for (const type of ['application/json', 'application/json; charset=UTF-8', 'application/json;charset="utf8"'])
      expect(judged(type, '"é"')).toEqual([]);
    expect(judged('application/json; charset=iso-8859-1', '"e"')).toEqual([]);
  });
  it('has nothing to judge where nothing is labelled as JSON', () => {
    const none = { inconclusive: 'no answer is labelled as JSON', isUnspecified: true };
    expect(judged('text/html; charset=iso-8859-1', '"é"')).toEqual(none);
  });
  it('refuses a second one that is another, whichever a client takes', () => {
    expect(judged('application/json; charset=utf-8; charset=UTF-8', '"é"')).toEqual([]);
    for (const type of ['charset=utf-8; charset=latin1', 'charset=latin1; charset=utf-8'])
      expect(judged(`application/json; ${type}`, '"é"')).toMatchObject([{ observed: `application/json; ${type}` }]);
  });
  it('refuses a charset by which letters are torn', () => {
    expect(judged('application/json; charset=ISO-8859-1', '"é"')).toEqual([
      {
        subject: 'Content-Type',
        expected: 'charset=utf-8, or none, for a body with letters beyond ASCII',
        observed: 'application/json; charset=ISO-8859-1',
        reference: 'RFC 8259 8.1',
      },
    ]);
  });
});
