import { describe, expect, it } from 'vitest';
import type { Operation } from '../../model/exchange.ts';
import { createLimits } from './limits.ts';

/** Limits with a clock that stands still until it is set; refused requests were sent just before. */
function limited() {
  let nowMs = 0;
  const limits = createLimits(() => nowMs);
  const refuse = (operation: Operation, times = 1): void => {
    for (let time = 0; time < times; time += 1) {
      nowMs += 10;
      const { limit, hasJoined } = limits.atRefusal(operation);
      if (limit.noteRefusal(nowMs - 5) && !hasJoined) limit.pace.noteTooMany();
    }
  };
  const gap = (operation: Operation): number => {
    const { pace } = limits.of(operation);
    return pace.opensAtMs(2) - pace.opensAtMs(1);
  };
  return { ...limits, refuse, gap, at: (ms: number): void => void (nowMs = ms) };
}

describe('what a target limits', () => {
  it('is one operation, where the others are not refused', () => {
    const { refuse, gap } = limited();
    refuse('speech', 3);
    expect(gap('speech')).toBeGreaterThan(0);
    expect([gap('chat'), gap('voices')]).toEqual([0, 0]);
  });
  it('is two operations by one pace, where both are refused within a moment', () => {
    const { refuse, of, gap } = limited();
    refuse('speech', 2);
    expect(of('chat')).not.toBe(of('speech'));
    refuse('chat');
    expect(of('chat')).toBe(of('speech'));
    expect(of('bots')).not.toBe(of('speech'));
    // The operation has just joined: its requests were not counted, which is no reason to slow down the others.
    const before = gap('speech');
    refuse('bots');
    expect([of('bots') === of('speech'), gap('speech')]).toEqual([true, before]);
  });
  it('is none that a pace helps, where one of the two was refused however slow it became', () => {
    const { refuse, gap } = limited();
    refuse('speech', 6);
    expect(gap('speech')).toBe(0);
    refuse('chat', 3);
    expect(gap('chat')).toBe(0);
  });
  it('is each by itself, where there was time between them', () => {
    const { refuse, of, at } = limited();
    refuse('speech', 2);
    at(60_000);
    refuse('chat', 2);
    expect(of('chat')).not.toBe(of('speech'));
  });
  it('keeps to the pauses of both when they become one', () => {
    const { refuse, of } = limited();
    of('speech').pace.holdUntil(5_000);
    refuse('speech', 2);
    refuse('chat', 2);
    expect(of('chat').pace.opensAtMs(1)).toBe(5_000);
  });
});

describe('one limit', () => {
  it('is refused once for all that was under way', () => {
    const { of, at } = limited();
    at(100);
    expect([90, 95, 100, 101].map((sentAtMs) => of('chat').noteRefusal(sentAtMs))).toEqual([true, false, false, true]);
  });
  it('stands still for longer while nothing goes well, up to 4 s', () => {
    const { of, at } = limited();
    const pauses = [1, 2, 3, 4, 5].map((time) => {
      at(time * 10_000);
      of('chat').noteRefusal(time * 10_000 - 1);
      return of('chat').backOffMs();
    });
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 4_000]);
    // This request was sent before the last refusal came.
    of('chat').noteSuccess(49_999);
    expect(of('chat').backOffMs()).toBe(4_000);
    of('chat').noteSuccess(50_001);
    at(60_000);
    of('chat').noteRefusal(59_999);
    expect(of('chat').backOffMs()).toBe(500);
  });
  it('counts what was answered well, and which calls were refused since the last that was sent behind a refusal', () => {
    const { of, at } = limited();
    const limit = of('chat');
    for (const [atMs, whose] of [
      [100, 'a'],
      [200, 'b'],
      [300, 'a'],
      [400, undefined],
    ] as const) {
      at(atMs);
      limit.noteRefusal(atMs - 1, whose);
    }
    expect(limit.tally()).toEqual({ answered: 0, refusedSince: 2, stoodMs: 300 });
    // This request was sent before the last refusal came.
    limit.noteSuccess(399);
    expect(limit.tally()).toEqual({ answered: 1, refusedSince: 2, stoodMs: 300 });
    limit.noteSuccess(401);
    expect(limit.tally()).toEqual({ answered: 2, refusedSince: 0, stoodMs: 0 });
  });
  it('is calm where one begins by itself behind a moment without any', () => {
    const { of, at } = limited();
    const isCalm = (atMs: number, sends: number): boolean => {
      at(atMs);
      of('chat').noteBegin(sends);
      return of('chat').isCalm();
    };
    expect([isCalm(0, 1), isCalm(399, 1), isCalm(800, 1), isCalm(1_800, 2)]).toEqual([true, false, true, false]);
  });
});
