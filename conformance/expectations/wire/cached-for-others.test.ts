import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../model/exchange.ts';
import { isNotCacheableForOthers } from './cached-for-others.ts';
import { answered } from '../sample-exchange.testing.ts';

const token = 'Bearer ${ASSAY_TOKEN}';
const otherToken = 'Bearer ${ASSAY_OTHER_TOKEN}';

function list(authorization: string | undefined, bots: readonly string[], control = '', vary = ''): Exchange {
  const exchange = answered({
    operation: 'bots',
    headers: [
      ['Cache-Control', control],
      ['Vary', vary],
    ],
    body: bots.map((botId) => ({ botId })),
  });
  const headers = authorization === undefined ? [] : [['authorization', authorization] as const];
  return { ...exchange, request: { ...exchange.request, method: 'GET', headers } };
}

const judged = (own: Exchange, ...others: readonly Exchange[]) => isNotCacheableForOthers([own], [own, ...others]);
const theirs = list(otherToken, ['b']);

describe('isCachedForNobodyElse', () => {
  it('has nothing to judge in a list without bots', () => {
    const none = { inconclusive: 'no list of bots has any bot in it', isUnspecified: true };
    expect(judged(list(token, [], 'public, max-age=60'), theirs)).toEqual(none);
  });
  it.each(['public, max-age=60', 'Public,Max-Age=60', 's-maxage=60', 'max-age=0, s-maxage=60'])(
    'finds %j, where another token gets other bots',
    (control) => {
      expect(judged(list(token, ['a'], control), theirs)).toEqual([
        {
          subject: 'Cache-Control',
          expected: 'nothing that lets a shared cache serve this list to others, whose list differs',
          observed: JSON.stringify(control),
          reference: 'RFC 9111 3.5',
        },
      ]);
    },
  );
  it.each([
    ['', ''],
    ['max-age=60', ''],
    ['public', ''],
    ['public, max-age=0', ''],
    ['public, max-age=60, s-maxage=0', ''],
    ['public, max-age=60, no-cache', ''],
    ['private, max-age=60', ''],
    ['no-store', ''],
    ['public, max-age=60', 'Accept, Authorization'],
    ['public, max-age=60', '*'],
  ])('takes %j with Vary %j', (control, vary) => {
    expect(judged(list(token, ['a'], control, vary), theirs)).toEqual([]);
  });
  it('takes whatever is the same for all, as far as it was seen', () => {
    const own = list(token, ['a', 'b'], 'public, max-age=60');
    expect(judged(own)).toEqual([]);
    expect(judged(own, list(otherToken, ['b', 'a']))).toEqual([]);
    expect(judged(own, list(undefined, []))).toEqual([]);
    expect(judged(list(undefined, ['a'], 'public, max-age=60'), theirs)).toEqual([]);
  });
  it('takes lists that differ from one time to the next', () => {
    const own = list(token, ['a'], 'public, max-age=60');
    expect(judged(own, theirs, list(token, ['c']))).toEqual([]);
    expect(judged(own, theirs, list(otherToken, ['c']))).toEqual([]);
  });
});
