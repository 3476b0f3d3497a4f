import { describe, expect, it } from 'vitest';
import { challengesWhere401, isBadRequest, isUncoveredChat } from './has-status.ts';
import { answered } from '../sample-exchange.testing.ts';

describe('statuses with duties', () => {
  it('a spent chat is 402 and nothing else', () => {
    expect(isUncoveredChat([answered({ status: 402 })])).toEqual([]);
    expect(isUncoveredChat([answered({ status: 403 })])).toEqual([
      { subject: 'status', expected: '402', observed: 'status 403, no body', kind: { is: 'status', due: '402' } },
    ]);
  });
  it('a 401 names the scheme', () => {
    expect(challengesWhere401([answered({ status: 403 })])).toEqual({
      inconclusive: 'no answer has the status 401',
      isUnspecified: true,
    });
    expect(challengesWhere401([answered({ status: 401, headers: [['www-authenticate', 'Bearer']] })])).toEqual([]);
    expect(challengesWhere401([answered({ status: 401 })])).toEqual([
      {
        subject: 'WWW-Authenticate',
        expected: 'a challenge such as Bearer',
        observed: 'a 401 without it',
        reference: 'RFC 9110 15.5.2',
      },
    ]);
  });
});

describe('challengesWhere401', () => {
  it('judges by the fields of an answer, so that one without an end is no matter of it unless it is a 401', () => {
    expect(challengesWhere401.ofPart).toBe('always');
    const stream = answered({ status: 200, operation: 'stream', ending: 'timeout' });
    expect(challengesWhere401([stream])).toMatchObject({ isUnspecified: true });
    expect(challengesWhere401([answered({ status: 401, ending: 'timeout' })])).toMatchObject([
      { subject: 'WWW-Authenticate', observed: 'a 401 without it' },
    ]);
  });
  const judged = (...values: readonly string[]) =>
    challengesWhere401([
      answered({ status: 401, headers: values.map((value) => ['WWW-Authenticate', value] as const) }),
    ]);
  it('takes one scheme or several, in one field or several', () => {
    for (const values of [
      ['Bearer'],
      [' Bearer '],
      ['Basic realm="x", Bearer'],
      ['Basic,Bearer'],
      ["!#$%&'*+.^_`|~0-9A-Za-z"],
      ['Negotiate', 'Bearer realm="x"'],
      ['', 'Bearer'],
    ])
      expect(judged(...values)).toEqual([]);
  });
  it('does not take a field without a scheme', () => {
    expect(judged('')).toEqual([
      {
        subject: 'WWW-Authenticate',
        expected: 'a challenge such as Bearer',
        observed: '""',
        reference: 'RFC 9110 15.5.2',
      },
    ]);
    for (const value of ['"Bearer"', 'Bearer;realm=x', 'Bearer=x', '= Bearer', 'Béarer'])
      expect(judged(value)).toMatchObject([{ observed: JSON.stringify(value) }]);
    expect(judged('"x"', '"y"')).toMatchObject([{ observed: JSON.stringify('"x", "y"') }]);
  });
});

describe('isBadRequest', () => {
  it('takes 400 alone', () => {
    expect(isBadRequest([answered({ status: 400 })])).toEqual([]);
    expect(isBadRequest([answered({ status: 404 })])).toEqual([
      {
        subject: 'status',
        expected: '400',
        observed: 'status 404, no body',
        reference: 'RFC 9112 3.2',
        kind: { is: 'status' },
      },
    ]);
  });
});
