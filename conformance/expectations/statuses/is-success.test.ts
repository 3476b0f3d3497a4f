import { describe, expect, it } from 'vitest';
import { areSuccesses, isSuccess } from './is-success.ts';
import { answered } from '../sample-exchange.testing.ts';

describe('isSuccess', () => {
  it('takes any 2xx', () => {
    for (const status of [200, 201, 202, 299]) expect(isSuccess([answered({ status })])).toEqual([]);
  });
  it('shows what came instead', () => {
    expect(isSuccess([answered({ status: 302, body: 'Moved' })])).toEqual([
      {
        subject: 'status',
        expected: 'success, any 2xx',
        observed: 'status 302, "Moved"',
        kind: { is: 'status', due: 'success' },
      },
    ]);
  });
  it('judges the last answer only', () => expect(isSuccess([answered({ status: 500 }), answered()])).toEqual([]));
});

describe('areSuccesses', () => {
  it('holds each answer of a probe', () => {
    expect(areSuccesses([answered(), answered()])).toEqual([]);
    expect(areSuccesses([answered({ status: 404, id: 'chat#1' }), answered({ id: 'chat#2' })])).toMatchObject([
      {
        subject: 'status of chat#1',
        expected: 'success, any 2xx',
        observed: 'status 404, no body',
        kind: { is: 'status' },
      },
    ]);
  });
});
