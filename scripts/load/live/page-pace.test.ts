import fc from 'fast-check';
import { expect, it } from 'vitest';
import { record } from '../../../load/records/records.testing.ts';
import { liveRunOf } from '../../../reports/live/live-run.testing.ts';
import { eventsPerSEachSecond, longestS, tellAgainAfterMs } from './page-pace.ts';

/** So many requests a second for a second, each answered by so many events. */
function paceOf(ratePerS: number, eventsEach: number): number {
  const records = Array.from({ length: ratePerS + 1 }, (_, at) => {
    const intended = (at * 1_000) / ratePerS;
    const events = Array.from({ length: eventsEach }, (__, place) => intended + place);
    return record(at, { intended, sent: intended, events, end: intended + eventsEach });
  });
  return tellAgainAfterMs(liveRunOf(records, 2_000));
}

it('the page is told once a second up to so many events, then the less often the more there are, and no less than that', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 200 }), (rate, each) => {
      const perS = rate * each;
      const seconds = Math.min(longestS, Math.max(1, perS / eventsPerSEachSecond));
      const toldS = paceOf(rate, each) / 1_000;
      // The rate is told of a second, in whole requests.
      expect(toldS).toBeGreaterThanOrEqual(Math.floor(0.95 * seconds));
      expect(toldS).toBeLessThanOrEqual(Math.ceil(1.05 * seconds));
    }),
    { numRuns: 40 },
  );
});

it('the page of a run without an answer is told once a second', () => {
  expect(tellAgainAfterMs(liveRunOf([], 1_000))).toBe(1_000);
});
