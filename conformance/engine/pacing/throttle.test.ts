import { expect, it } from 'vitest';
import { momentMs } from '../../model/moment.ts';
import { createThrottle, type Sent, type Throttle } from './throttle.ts';

const sent = (more: Partial<Sent> = {}): Sent => ({ operation: 'chat', sentAtMs: momentMs(), load: 1, ...more });

/** A throttle after some rounds of good answers, each with as many as may be sent at once. */
function grown(): Throttle {
  const throttle = createThrottle(64, 10_000);
  for (let round = 0; round < 3; round += 1) {
    const size = throttle.size();
    for (let each = 0; each < size; each += 1) throttle.noteSuccess(sent({ load: size }));
  }
  expect(throttle.size()).toBe(32);
  return throttle;
}

/** Notes this many answers of a kind, each after `ms`, to requests sent at `sentAtMs`. */
function answers(throttle: Throttle, count: number, ms: number, load: number, sentAtMs = momentMs()): void {
  for (let each = 0; each < count; each += 1) throttle.took('chat 200', { leastMs: ms, mostMs: ms }, sentAtMs, load);
}

it('lets fewer go at once where answers take longer than they did, once for all that was under way', () => {
  const throttle = grown();
  answers(throttle, 4, 100, 4);
  const sentAtMs = momentMs();
  answers(throttle, 40, 900, 32, sentAtMs);
  expect(throttle.size()).toBe(16);
  answers(throttle, 8, 900, 32, momentMs() + 1);
  expect(throttle.size()).toBe(8);
});
it('takes no rise for one where only a few were under way', () => {
  const throttle = grown();
  answers(throttle, 4, 100, 4);
  answers(throttle, 40, 900, 4);
  expect(throttle.size()).toBe(32);
});
it('keeps to what answers tell of a limit, and asks for it one at a time where that is not known', () => {
  const throttle = grown();
  const nothingLeft = { left: 0, resetMs: 30_000, limit: 100 };
  throttle.noteQuota(nothingLeft, momentMs(), false);
  expect([throttle.size(), throttle.sizeFor(6), throttle.opensAtMs(['chat'])]).toEqual([1, 2, 0]);
  throttle.noteQuota(nothingLeft, momentMs(), true);
  expect(throttle.size()).toBe(32);
  expect(throttle.opensAtMs(['chat']) - performance.now()).toBeGreaterThan(20_000);
});
it('begins anew where what it took for too much was refused for another reason', () => {
  const throttle = createThrottle(64, 10_000);
  for (let each = 0; each < 4; each += 1) throttle.slowDown(sent({ sentAtMs: momentMs() + each }), false);
  expect([throttle.size(), throttle.opensAtMs(['chat', 'chat']) > throttle.opensAtMs(['chat'])]).toEqual([1, true]);
  throttle.forget();
  expect([throttle.size(), throttle.opensAtMs(['chat', 'chat'])]).toEqual([4, 0]);
});
it('holds few large bodies together', () => {
  const throttle = grown();
  throttle.bodies.ended('speech', 4 * 1024 * 1024);
  expect([throttle.size(), throttle.sizeFor(6), throttle.sizeFor(32)]).toEqual([16, 16, 16]);
});

const gapOf = (throttle: Throttle, operation: Sent['operation']): number =>
  throttle.opensAtMs([operation, operation]) - throttle.opensAtMs([operation]);

it('slows down what was refused, and neither what was not nor what was refused with nothing beside it', () => {
  const throttle = grown();
  throttle.slowDown(sent(), false);
  throttle.slowDown(sent({ operation: 'voices', sentAtMs: momentMs() + 60_000 }), true);
  expect([gapOf(throttle, 'chat') > 0, gapOf(throttle, 'speech')]).toEqual([true, 0]);
  const other = grown();
  other.slowDown(sent({ operation: 'voices' }), true);
  expect(gapOf(other, 'voices')).toBe(0);
});
it('takes what was refused at one moment for a limit on the rate, and not on the number at once', () => {
  const throttle = grown();
  const sentAtMs = momentMs();
  for (let each = 0; each < 6; each += 1) throttle.slowDown(sent({ sentAtMs, load: 40 }), false);
  expect(gapOf(throttle, 'chat')).toBeGreaterThan(0);
  throttle.slowDown(sent({ sentAtMs: momentMs() + 1, load: 40 }), false);
  expect(gapOf(throttle, 'chat')).toBe(0);
});
