import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import {
  areAnsweredConcurrently,
  isReachedAtFirstAttempt,
  wasUnreachedAtFirst,
  wereAllDropped,
} from './is-reached-at-once.ts';

const before = answered({ id: 'probe#1' });
const lost = (firstLost: 'refused' | 'dropped', probe = 'probe again by itself') => ({
  ...answered({ id: `${probe}#2.2` }),
  ...(probe === 'probe' ? {} : { sentAs: { of: 'probe', again: 'byItself' as const } }),
  attempt: 2,
  firstLost,
});

describe('what follows another request', () => {
  it('is as it should be where its first attempt reached the service', () => {
    expect(isReachedAtFirstAttempt([before, answered({ id: 'probe#2' })])).toEqual([]);
    expect(wasUnreachedAtFirst([before, answered({ id: 'probe#2' })])).toBe(false);
  });
  it('is worth a second try where it did not, and fails where that did not either', () => {
    expect(wasUnreachedAtFirst([before, lost('refused', 'probe')])).toBe(true);
    expect(isReachedAtFirstAttempt([before, lost('refused')])).toEqual([
      {
        subject: 'connection',
        expected: 'accepted and answered, as before',
        observed:
          'refused behind the request before it, twice, and then with nothing else under way: that request seems to end the service',
        exchange: 'probe again by itself#2.2',
      },
    ]);
    expect(isReachedAtFirstAttempt([before, lost('dropped')])).toMatchObject([
      { observed: expect.stringMatching(/^dropped without an answer behind/) as string },
    ]);
  });
  it('cannot be told where there was no second try, or of the first of them', () => {
    expect(isReachedAtFirstAttempt([before, lost('refused', 'probe')])).toEqual({
      inconclusive: 'the service was out of reach for a moment, and it could not be tried once more',
    });
    expect(wasUnreachedAtFirst([lost('refused', 'probe')])).toBe(false);
  });
});

describe('what is sent at once', () => {
  const dropped = lost('dropped', 'probe');
  const judged = areAnsweredConcurrently((seen) => [seen.slice(0, 2), seen.slice(2, 4)]);

  it('is worth a second try where all of it was dropped, and not where one was answered or refused', () => {
    expect(wereAllDropped([dropped, dropped])).toBe(true);
    expect(wereAllDropped([dropped, before])).toBe(false);
    expect(wereAllDropped([dropped, lost('refused', 'probe')])).toBe(false);
    expect(wereAllDropped([dropped])).toBe(false);
  });
  it('fails where all of it was dropped again, though each was answered by itself', () => {
    expect(judged([dropped, dropped, dropped, dropped])).toEqual([
      {
        subject: 'connections',
        expected: 'an answer to each of 2 requests that are sent at once, as each gets one by itself',
        observed: 'all 2 were dropped without an answer, twice; sent again one by one, each was answered',
        exchange: 'probe#2.2',
      },
    ]);
  });
  it('is as it should be where somebody is answered, or all are at the second try', () => {
    expect(judged([before, before])).toEqual([]);
    expect(judged([dropped, dropped, before, dropped])).toEqual([]);
    expect(judged([dropped, dropped])).toEqual([]);
  });
});
