import { expect, it } from 'vitest';
import { createUnheard } from './unheard.ts';

it('tells for how long another one waited of those that wait, or waited in vain', () => {
  let nowMs = 100;
  const unheard = createUnheard(() => nowMs);
  const own = unheard.begin();
  nowMs = 150;
  expect(unheard.longestBeside(own, 0)).toBe(0);
  const other = unheard.begin();
  nowMs = 190;
  expect([unheard.longestBeside(own, 0), unheard.longestBeside(own, 180)]).toEqual([40, 10]);
  other.inVain();
  // The end of a request that was given up changes nothing.
  other.over();
  nowMs = 250;
  expect([unheard.longestBeside(own, 0), unheard.longestBeside(own, 180)]).toEqual([40, 10]);
  own.over();
  expect(unheard.longestBeside(other, 0)).toBe(0);
  nowMs += 400_000;
  unheard.begin();
  expect(unheard.longestBeside(own, 0)).toBe(0);
});
