import { describe, expect, it } from 'vitest';
import type { Mismatch } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { answered } from '../sample-exchange.testing.ts';
import { staysAuthorized } from './stays-let-in.ts';

function asked(at: number, status: number, token = '${ASSAY_TOKEN}', sent: object = {}): Exchange {
  const exchange = answered({ id: `p#${at}`, operation: 'speech', status, sent });
  const request = { ...exchange.request, headers: [['Authorization', `Bearer ${token}`] as const] };
  return { ...exchange, request, startedAt: `2026-01-01T00:00:0${at}.000Z` };
}

const judged = (exchange: Exchange, ...others: readonly Exchange[]) =>
  staysAuthorized([exchange], [exchange, ...others]);

const notSeen = { inconclusive: 'no request was let in twice with a token that gave access' };

describe('staysLetIn', () => {
  it('is met by one that was let in before, where its token gave access to something', () => {
    const list = asked(1, 200, '${ASSAY_TOKEN}', { of: 'bots' });
    expect(judged(asked(3, 400), asked(2, 400), list)).toEqual([]);
    expect(judged(asked(3, 400), list)).toEqual(notSeen);
  });
  it('is met by one that was let in before, where another token was refused', () => {
    const wrong = asked(2, 401, 'wrong');
    expect(judged(asked(3, 400), asked(1, 400), wrong)).toEqual([]);
    expect(judged(asked(3, 404), asked(1, 404), asked(2, 404, 'wrong'))).toEqual(notSeen);
  });
  it('is not met where everybody gets the same', () => {
    for (const status of [404, 401, 403]) expect(judged(asked(3, status), asked(2, status))).not.toEqual([]);
  });
  it('finds a 401 between two answers of which neither is one', () => {
    expect(judged(asked(2, 401), asked(1, 200), asked(3, 400))).toEqual([
      {
        subject: 'status',
        expected: 'no 401, as its token is a good one',
        observed: '401, and 200 and 400 to the same before and later',
        kind: { is: 'status', observed: 'a good token is refused for a while' },
        restsOn: ['p#1'],
        exchange: 'p#2',
      },
    ]);
  });
  it('rests on the last success before it, and on the wrong tries in between, of which it says how many they are', () => {
    const tries = [3, 2].map((at) => asked(at, 401, 'wrong', { text: `${at}` }));
    const others = [asked(6, 401, 'wrong'), asked(0, 401, 'wrong'), asked(2, 400, 'wrong', {})];
    expect(judged(asked(5, 401), asked(1, 200), asked(7, 200), ...tries, ...others)).toMatchObject([
      {
        observed: '401 behind 2 requests with a wrong token or none, and 200 and 200 to the same before and later',
        restsOn: ['p#1', 'p#2', 'p#3'],
        exchange: 'p#5',
      },
    ]);
    const many = Array.from({ length: 30 }, () => asked(3, 401, 'wrong'));
    const [mismatch] = [judged(asked(5, 401), asked(1, 200), asked(7, 200), ...many)].flat() as Mismatch[];
    expect(mismatch?.restsOn).toHaveLength(21);
  });
  it('holds nothing against one after which none is let in, one before, and other statuses', () => {
    expect(judged(asked(2, 401), asked(1, 200), asked(3, 401))).toEqual(notSeen);
    expect(judged(asked(2, 401), asked(1, 429), asked(3, 200))).toEqual(notSeen);
    expect(judged(asked(2, 429), asked(1, 200), asked(3, 200))).toEqual(notSeen);
  });
  it('holds nothing against one to another request, or with another token', () => {
    const others = (token: string, sent: object) => [1, 3].map((at) => asked(at, 200, token, sent));
    expect(judged(asked(2, 401), ...others('${ASSAY_TOKEN}', { text: 'a' }))).toEqual(notSeen);
    expect(judged(asked(2, 401), ...others('${ASSAY_OTHER_TOKEN}', {}))).toEqual(notSeen);
    const wrong = '${ASSAY_TOKEN}x';
    expect(judged(asked(2, 401, wrong), ...others(wrong, {}))).toEqual(notSeen);
  });
  it('holds nothing against one whose fields are spelled otherwise', () => {
    const refused = asked(2, 401);
    const headers = refused.request.headers.map(([name, value]) => [name.toLowerCase(), value] as const);
    const spelled = { ...refused, request: { ...refused.request, headers } };
    expect(judged(spelled, asked(1, 200), asked(3, 200))).toEqual(notSeen);
  });
});
