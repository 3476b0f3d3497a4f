import { describe, expect, it } from 'vitest';
import { areNoServerErrors, areRefusals, isNoServerError, isRefusal } from './is-refusal.ts';
import { answered } from '../sample-exchange.testing.ts';

describe('isRefusal', () => {
  it('takes any 4xx', () => {
    for (const status of [400, 404, 422, 499]) expect(isRefusal([answered({ status })])).toEqual([]);
  });
  it.each([
    [200, 'status 200, no body'],
    [500, 'status 500, no body'],
  ])('does not take %i', (status, observed) => {
    expect(isRefusal([answered({ status })])).toEqual([
      { subject: 'status', expected: 'a refusal, any 4xx', observed, kind: { is: 'status', due: 'refusal' } },
    ]);
  });
});

describe('isNoServerError', () => {
  it('takes success and refusal alike, and no 5xx', () => {
    expect(isNoServerError([answered()])).toEqual([]);
    expect(isNoServerError([answered({ status: 400 })])).toEqual([]);
    expect(isNoServerError([answered({ status: 500 })])).toEqual([
      {
        subject: 'status',
        expected: 'any but 5xx',
        observed: 'status 500, no body',
        reference: 'RFC 9110 15.6',
        kind: { is: 'status', due: 'notServerError' },
      },
    ]);
  });
});

it('areRefusals names each answer that refuses nothing', () => {
  expect(
    areRefusals([answered({ status: 400 }), answered({ status: 200, id: 'c#1' }), answered({ status: 422 })]),
  ).toEqual([
    {
      subject: 'status of c#1',
      kind: { is: 'status', subject: 'status', due: 'refusal' },
      expected: 'a refusal, any 4xx',
      observed: 'status 200, no body',
      exchange: 'c#1',
    },
  ]);
});

it('takes successes and refusals for no server errors, and names the answer that erred', () => {
  expect(areNoServerErrors([answered(), answered({ status: 400 })])).toEqual([]);
  expect(areNoServerErrors([answered({ status: 500, id: 'c#1' }), answered()])).toMatchObject([
    {
      subject: 'status of c#1',
      expected: 'any but 5xx',
      observed: 'status 500, no body',
      reference: 'RFC 9110 15.6',
      kind: { is: 'status', due: 'notServerError' },
    },
  ]);
});
