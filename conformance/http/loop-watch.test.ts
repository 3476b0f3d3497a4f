import { expect, it } from 'vitest';
import { watchLoop } from './loop-watch.ts';

function compute(ms: number): void {
  for (const begunMs = performance.now(); performance.now() - begunMs < ms;);
}

it('tells how long this process was too busy to see anything, since a moment and not before it', () => {
  const watch = watchLoop();
  const begunMs = performance.now();
  compute(80);
  const whole = watch.stalledSince(begunMs);
  expect(whole).toBeGreaterThan(60);
  compute(40);
  const betweenMs = performance.now();
  const before = watch.stalledSince(begunMs);
  expect(before).toBeGreaterThanOrEqual(whole + 30);
  // A stall that ends after `betweenMs` counts although it began before: nobody saw what arrived meanwhile.
  expect(watch.longestStallSince(betweenMs)).toBeGreaterThanOrEqual(30);
  expect(watch.longestStallSince(begunMs)).toBeGreaterThanOrEqual(60);
  const afterMs = performance.now();
  compute(30);
  expect(watch.stalledSince(begunMs) - watch.stalledSince(afterMs)).toBeGreaterThanOrEqual(before);
  watch.stop();
});
