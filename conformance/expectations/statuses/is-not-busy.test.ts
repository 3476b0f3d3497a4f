import { describe, expect, it } from 'vitest';
import { isNotBusy } from './is-not-busy.ts';
import { answered, unanswered } from '../sample-exchange.testing.ts';

describe('isNotBusy', () => {
  it('takes any status that does not say so', () => {
    for (const status of [200, 404, 410, 422, 500]) expect(isNotBusy([answered({ status })])).toEqual([]);
    expect(isNotBusy([unanswered('dropped')])).toEqual({ inconclusive: 'there was no answer to judge' });
  });
  it('finds a conflict and a lock', () => {
    for (const status of [409, 423]) {
      expect(isNotBusy([answered({ status })])).toEqual([
        {
          subject: 'status',
          expected: 'no conflict with what is over',
          observed: `status ${status}, no body`,
          kind: { is: 'status' },
        },
      ]);
    }
  });
});
