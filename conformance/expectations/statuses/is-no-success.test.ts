import { describe, expect, it } from 'vitest';
import { isNoSuccess, isSuccessOr411 } from './is-no-success.ts';
import { answered } from '../sample-exchange.testing.ts';

describe('isNoSuccess and isSuccessOr411', () => {
  it('take what they say', () => {
    expect(isNoSuccess([answered({ status: 400 })])).toEqual([]);
    expect(isNoSuccess([answered({ status: 200 })])).toEqual([]);
    for (const status of [200, 411]) expect(isSuccessOr411([answered({ status })])).toEqual([]);
  });
  it('show what came instead', () => {
    expect(isNoSuccess([answered({ body: '{}' })])).toEqual([
      {
        subject: 'status',
        expected: 'any but 2xx',
        observed: 'status 200, {}',
        reference: 'RFC 9112 8',
        kind: { is: 'status' },
      },
    ]);
    expect(isSuccessOr411([answered({ status: 400 })])).toEqual([
      {
        subject: 'status',
        expected: 'success, any 2xx, or 411',
        observed: 'status 400, no body',
        reference: 'RFC 9112 7.1',
        kind: { is: 'status', due: 'success' },
      },
    ]);
  });
});
