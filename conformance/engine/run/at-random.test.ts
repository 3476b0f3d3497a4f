import { describe, expect, it } from 'vitest';
import { answered } from '../../expectations/sample-exchange.testing.ts';
import type { Exchange, Operation } from '../../model/exchange.ts';
import { answersAtRandom } from './at-random.ts';
import { temporaryRefusalsIn } from './temporary-refusals.ts';

const operations: readonly Operation[] = ['chat', 'stream', 'speech', 'voices'];

/**
 * Requests of these operations in turn, each sent until it is answered, at most three times. `isRefused` gets the place
 * of the exchange among all.
 */
function sent(requests: number, isRefused: (place: number, attempt: number) => boolean, status = 502, of = operations) {
  const exchanges: Exchange[] = [];
  for (let request = 0; request < requests; request += 1)
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const isOut = isRefused(exchanges.length, attempt);
      const id = attempt === 1 ? `p#${request}` : `p#${request}.${attempt}`;
      const operation = of[request % of.length] ?? 'chat';
      exchanges.push({ ...answered({ id, operation, status: isOut ? status : 200 }), attempt });
      if (!isOut) break;
    }
  return exchanges;
}

const oneInThree = (place: number): boolean => [1, 4, 5, 9].includes(place % 13);

describe('answers of a gateway', () => {
  it('come at random where any request gets them, and the same one now and then', () => {
    const seen = sent(200, oneInThree);
    expect(answersAtRandom(502, seen)).toBe(seen.length);
    expect(temporaryRefusalsIn(seen)).toMatchObject({ temporaryRefusals: [{ status: 502, atRandomOf: seen.length }] });
  });
  it.each<[string, readonly Exchange[], number?]>([
    [
      'the same requests get them always',
      sent(200, (_, attempt) => attempt > 0).map((each, at) =>
        at % 9 < 6 ? { ...each, response: answered().response } : each,
      ),
    ],
    ['they stop, as an outage does', sent(400, (place, attempt) => place > 100 && place < 300 && attempt === 1)],
    ['one operation gets them', sent(200, oneInThree, 502, ['speech'])],
    ['they are few', sent(40, oneInThree)],
    ['they say that it is too much', sent(200, oneInThree, 503), 503],
  ])('do not where %s', (_, seen, status = 502) => {
    expect(answersAtRandom(status, seen)).toBeUndefined();
  });
});
