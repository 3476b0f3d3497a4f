import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../model/exchange.ts';
import { answered } from '../sample-exchange.testing.ts';
import { staysLetIn } from './stays-let-in.ts';

function asked(at: number, status: number, token = '${ASSAY_TOKEN}', sent: object = {}): Exchange {
  const exchange = answered({ id: `p#${at}`, operation: 'speech', status, sent });
  const request = { ...exchange.request, headers: [['Authorization', `Bearer ${token}`] as const] };
  return { ...exchange, request, startedAt: `2026-01-01T00:00:0${at}.000Z` };
}

const judged = (exchange: Exchange, ...others: readonly Exchange[]) => staysLetIn([exchange], [exchange, ...others]);

describe('staysLetIn', () => {
  it('finds a 401 between two answers of which neither is one', () => {
    expect(judged(asked(2, 401), asked(1, 200), asked(3, 400))).toEqual([
      {
        subject: 'status',
        expected: 'no 401, as its token is a good one',
        observed: '401, and 200 and 400 to the same before and later',
        kind: { observed: 'a good token is refused for a while' },
        exchange: 'p#2',
      },
    ]);
  });
  it('takes one after which none is let in, one before, and other statuses', () => {
    expect(judged(asked(2, 401), asked(1, 200), asked(3, 401))).toEqual([]);
    expect(judged(asked(2, 401), asked(1, 429), asked(3, 200))).toEqual([]);
    expect(judged(asked(2, 429), asked(1, 200), asked(3, 200))).toEqual([]);
  });
  it('takes one to another request, or with another token', () => {
    const others = (token: string, sent: object) => [1, 3].map((at) => asked(at, 200, token, sent));
    expect(judged(asked(2, 401), ...others('${ASSAY_TOKEN}', { text: 'a' }))).toEqual([]);
    expect(judged(asked(2, 401), ...others('${ASSAY_OTHER_TOKEN}', {}))).toEqual([]);
    const wrong = '${ASSAY_TOKEN}x';
    expect(judged(asked(2, 401, wrong), ...others(wrong, {}))).toEqual([]);
  });
});
