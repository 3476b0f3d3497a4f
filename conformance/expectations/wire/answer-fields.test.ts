import { describe, expect, it } from 'vitest';
import type { HeaderFields } from '../../model/exchange.ts';
import {
  allowsItsMethods,
  hasDate,
  headGivesLengthOfGet,
  headGivesTypeOfGet,
  isNoErrorForMethod,
  saysItsType,
  writesDatesAsHttpDoes,
} from './answer-fields.ts';
import { answered, unanswered } from '../sample-exchange.testing.ts';

const withHeader = (name: string, value: string) => [answered({ headers: [[name, value]] })];

describe('hasDate', () => {
  it('takes any Date, and misses none', () => {
    expect(hasDate(withHeader('date', 'x'))).toEqual([]);
    expect(hasDate([answered()])).toEqual([
      { subject: 'Date', expected: 'the time of the answer', observed: 'no such field', reference: 'RFC 9110 6.6.1' },
    ]);
  });
});

describe('writesDatesAsHttpDoes', () => {
  it('takes IMF-fixdate, and an Expires that is not a date', () => {
    expect(writesDatesAsHttpDoes(withHeader('Date', 'Sun, 06 Nov 1994 08:49:37 GMT'))).toEqual([]);
    expect(writesDatesAsHttpDoes(withHeader('Expires', '0'))).toEqual([]);
    expect(writesDatesAsHttpDoes(withHeader('X-Built', '2026-01-01'))).toEqual([]);
  });
  it('takes any day of any month, as JavaScript writes them', () => {
    for (let day = 0; day < 366; day += 1) {
      const date = new Date(Date.UTC(2027, 0, 1 + day, 12, 34, 56)).toUTCString();
      expect(writesDatesAsHttpDoes(withHeader('Last-Modified', date))).toEqual([]);
    }
  });
  it.each([
    '2026-01-01T00:00:00Z',
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 94 08:49:37 GMT',
    'Sun, 06 Nov 1994 8:49:37 GMT',
    'Sun, 06 Nov 1994 08:9:37 GMT',
    'Sun, 06 Nov 1994 08:49:7 GMT',
    'Sun, xx Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov xxxx 08:49:37 GMT',
    'Sun, 06 Nov 1994 xx:49:37 GMT',
    'Sun, 06 Nov 1994 08:xx:37 GMT',
    'Sun, 06 Nov 1994 08:49:xx GMT',
    'Sun, 06 Nov 1994 08:49:37 GMT+1',
    'on Sun, 06 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 08:49:37 UTC',
  ])('does not take %s', (observed) => {
    for (const subject of ['Date', 'last-modified'])
      expect(writesDatesAsHttpDoes(withHeader(subject, observed))).toEqual([
        { subject, expected: 'a date such as Sun, 06 Nov 1994 08:49:37 GMT', observed, reference: 'RFC 9110 5.6.7' },
      ]);
  });
});

describe('saysItsType', () => {
  it('asks for a type only where there is a body', () => {
    expect(saysItsType([answered({ body: '{}' })])).toEqual([]);
    expect(saysItsType([answered({ headers: [] })])).toEqual([]);
    expect(saysItsType([answered({ headers: [], body: '{}' })])).toEqual([
      {
        subject: 'Content-Type',
        expected: 'the media type of the body',
        observed: 'no such field',
        reference: 'RFC 9110 8.3',
      },
    ]);
  });
});

describe('allowsItsMethods', () => {
  const asked = (path: string, headers: HeaderFields, status = 405) => {
    const exchange = answered({ status, headers });
    return allowsItsMethods([{ ...exchange, request: { ...exchange.request, url: `http://a.test${path}` } }]);
  };
  const judged = (allow?: string, path = '/v1/audio/voices') =>
    asked(path, allow === undefined ? [] : [['Allow', allow]]);
  const mismatch = (observed: string, method = 'GET') => [
    { subject: 'Allow', expected: `${method} among the methods of this path`, observed, reference: 'RFC 9110 15.5.6' },
  ];

  it('is asked of an answer that was still coming too: nothing behind its head can change it', () => {
    expect(allowsItsMethods.ofPart).toBe('always');
  });
  it('takes a list with the method of the path', () => {
    expect(judged('HEAD,GET')).toEqual([]);
    expect(judged('HEAD , GET , POST')).toEqual([]);
    expect(judged('POST', '/v1/bots/a/chat/stream?x=1')).toEqual([]);
    expect(
      asked('/v1/bots', [
        ['allow', 'HEAD'],
        ['allow', 'GET'],
      ]),
    ).toEqual([]);
  });
  it('does not judge another status', () => {
    expect(asked('/v1/bots', [], 404)).toEqual({ inconclusive: 'no answer has the status 405', isUnspecified: true });
  });
  it('misses the field, and the method in it', () => {
    expect(judged()).toEqual(mismatch('a 405 without it'));
    expect(judged('')).toEqual(mismatch('an empty list'));
    expect(judged('POST')).toEqual(mismatch('POST'));
    expect(judged('GETS')).toEqual(mismatch('GETS'));
    expect(judged('GET', '/v1/audio/tts')).toEqual(mismatch('GET', 'POST'));
    expect(
      asked('/v1/bots', [
        ['Allow', 'HEAD'],
        ['X-Methods', 'GET'],
        ['Allow', 'POST'],
      ]),
    ).toEqual(mismatch('HEAD, POST'));
  });
  it('asks for no method of a path that is none of the document, and for the field all the same', () => {
    expect(judged('PUT', '/v1/else')).toEqual([]);
    expect(judged(undefined, '/v1/else')).toMatchObject([{ expected: 'the methods of this path' }]);
  });
});

describe('isNoErrorOverMethod', () => {
  it('takes 501, which says that the method is not known, and no other 5xx', () => {
    for (const status of [200, 405, 499, 501]) expect(isNoErrorForMethod([answered({ status })])).toEqual([]);
    expect(isNoErrorForMethod([answered({ status: 500 })])).toEqual([
      {
        subject: 'status',
        expected: 'any but 5xx, save 501',
        observed: 'status 500',
        reference: 'RFC 9110 15.6',
        kind: { is: 'status', due: 'notServerError' },
      },
    ]);
  });
});

describe('an answer to HEAD', () => {
  const get = answered({ body: 'abcd' });
  const head = (length: string, type = 'application/json') =>
    answered({
      headers: [
        ['content-length', length],
        ['content-type', type],
      ],
    });

  it('tells the length that GET has, or none', () => {
    expect(headGivesLengthOfGet([get, head('4'), get])).toEqual([]);
    expect(headGivesLengthOfGet([get, answered(), get])).toEqual([]);
    expect(headGivesLengthOfGet([get, answered({ status: 405, headers: [['content-length', '9']] }), get])).toEqual([]);
    expect(headGivesLengthOfGet([get, head('0'), get])).toEqual([
      {
        subject: 'Content-Length of HEAD',
        expected: '4, as GET, or none',
        observed: '0',
        reference: 'RFC 9110 8.6',
        exchange: 'probe#1',
      },
    ]);
  });
  it('may be any where GET itself varies', () => {
    expect(headGivesLengthOfGet([get, head('6'), answered({ body: 'abcde' })])).toEqual([]);
  });
  it('is not judged where something is missing', () => {
    const missing = { inconclusive: 'not every request was answered' };
    const none = unanswered('dropped');
    for (const seen of [[get], [get, head('0')], [none, head('0'), get], [get, none, get], [get, head('0'), none]])
      expect(headGivesLengthOfGet(seen)).toEqual(missing);
    for (const seen of [[get], [none, head('4')], [get, none]]) expect(headGivesTypeOfGet(seen)).toEqual(missing);
  });
  it('tells the type that GET has', () => {
    expect(headGivesTypeOfGet([get, head('4')])).toEqual([]);
    expect(headGivesTypeOfGet([get, answered({ status: 405, headers: [] })])).toEqual([]);
    expect(headGivesTypeOfGet([get, head('4', 'text/plain')])).toEqual([
      {
        subject: 'Content-Type of HEAD',
        expected: 'application/json',
        observed: 'text/plain',
        reference: 'RFC 9110 9.3.2',
        exchange: 'probe#1',
      },
    ]);
    const bare = answered({ headers: [] });
    expect(headGivesTypeOfGet([get, bare])).toMatchObject([
      { expected: 'application/json', observed: 'no such field' },
    ]);
    expect(headGivesTypeOfGet([bare, head('4')])).toMatchObject([
      { expected: 'none, as GET', observed: 'application/json' },
    ]);
  });
});
