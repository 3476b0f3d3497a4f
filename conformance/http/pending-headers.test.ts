import { expect, it } from 'vitest';
import { createPendingHeaders } from './pending-headers.ts';

it('tells for how long another one waited of those that wait, or waited in vain', () => {
  let nowMs = 100;
  const unheard = createPendingHeaders(() => nowMs);
  const own = unheard.begin();
  nowMs = 150;
  expect(unheard.longestOtherWaitMs(own, 0)).toBe(0);
  const other = unheard.begin();
  nowMs = 190;
  expect([unheard.longestOtherWaitMs(own, 0), unheard.longestOtherWaitMs(own, 180)]).toEqual([40, 10]);
  other.giveUp();
  // The end of a request that was given up changes nothing.
  other.settle();
  nowMs = 250;
  expect([unheard.longestOtherWaitMs(own, 0), unheard.longestOtherWaitMs(own, 180)]).toEqual([40, 10]);
  own.settle();
  expect(unheard.longestOtherWaitMs(other, 0)).toBe(0);
  nowMs += 400_000;
  unheard.begin();
  expect(unheard.longestOtherWaitMs(own, 0)).toBe(0);
});
