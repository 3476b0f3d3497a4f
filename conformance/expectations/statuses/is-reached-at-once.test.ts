import { describe, expect, it } from 'vitest';
import { answered } from '../sample-exchange.testing.ts';
import { isReachedAtOnce, wasNotReached } from './is-reached-at-once.ts';

const before = answered({ id: 'probe#1' });
const lost = (firstLost: 'refused' | 'dropped', probe = 'probe again by itself') => ({
  ...answered({ id: `${probe}#2.2` }),
  probe,
  attempt: 2,
  firstLost,
});

describe('what follows another request', () => {
  it('is as it should be where its first attempt reached the service', () => {
    expect(isReachedAtOnce([before, answered({ id: 'probe#2' })])).toEqual([]);
    expect(wasNotReached([before, answered({ id: 'probe#2' })])).toBe(false);
  });
  it('is worth a second try where it did not, and fails where that did not either', () => {
    expect(wasNotReached([before, lost('refused', 'probe')])).toBe(true);
    expect(isReachedAtOnce([before, lost('refused')])).toEqual([
      {
        subject: 'connection',
        expected: 'accepted and answered, as before',
        observed:
          'refused behind the request before it, twice, and then with nothing else under way: that request seems to end the service',
        exchange: 'probe again by itself#2.2',
      },
    ]);
    expect(isReachedAtOnce([before, lost('dropped')])).toMatchObject([
      { observed: expect.stringMatching(/^dropped without an answer behind/) as string },
    ]);
  });
  it('cannot be told where there was no second try, or of the first of them', () => {
    expect(isReachedAtOnce([before, lost('refused', 'probe')])).toEqual({
      inconclusive: 'the service was out of reach for a moment, and it could not be tried once more',
    });
    expect(wasNotReached([lost('refused', 'probe')])).toBe(false);
  });
});
