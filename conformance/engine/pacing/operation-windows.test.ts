import { describe, expect, it } from 'vitest';
import { validExcept } from '../../../fixtures/index.ts';
import { oneAfterAnother } from '../../../fixtures/variants/work-queue.ts';
import { checks } from '../../index.ts';
import { wholeRunOn } from '../../judged.testing.ts';
import { selected } from '../../model/select.ts';
import { createOperationWindows } from './operation-windows.ts';

const limitMs = 10_000;

describe('how many of one operation go at once', () => {
  it('are few at first, and one more for each success of its own', () => {
    const windows = createOperationWindows(64);
    const four = Array.from({ length: 4 }, () => 'chat' as const);
    expect(windows.areOpenFor(four)).toBe(true);
    windows.begun(four);
    expect([windows.areOpenFor(['chat']), windows.areOpenFor(['speech']), windows.isAnyFull()]).toEqual([
      false,
      true,
      true,
    ]);
    windows.succeeded('speech', 0, 5);
    expect(windows.areOpenFor(['chat'])).toBe(false);
    windows.succeeded('chat', 0, 5);
    expect(windows.areOpenFor(['chat'])).toBe(true);
  });
  it('are as many as a group has, once nothing else of it is under way', () => {
    const windows = createOperationWindows(64);
    const eight = Array.from({ length: 8 }, () => 'chat' as const);
    expect(windows.areOpenFor(eight)).toBe(true);
    windows.begun(['chat']);
    expect(windows.areOpenFor(eight)).toBe(false);
    windows.ended('chat');
    expect(windows.areOpenFor(eight)).toBe(true);
  });
  it('are never more than all together', () => {
    const windows = createOperationWindows(2);
    for (let at = 0; at < 9; at += 1) windows.succeeded('chat', 0, 5);
    windows.begun(['chat', 'chat']);
    expect(windows.areOpenFor(['chat'])).toBe(false);
  });
});

describe('an answer that is late', () => {
  const eight = Array.from({ length: 8 }, () => 'chat' as const);

  it('waited where something took long meanwhile, and as many go from then on as are answered in time', () => {
    const windows = createOperationWindows(64);
    // One after another, two seconds each.
    for (const tookMs of [2_000, 4_000, 6_000, 8_000, 10_000]) windows.succeeded('chat', 100, tookMs);
    windows.begun(eight);
    expect(windows.areOpenFor(['chat'])).toBe(true);
    expect(windows.wasLate('chat', 101, limitMs)).toBe(true);
    for (let left = 7; left > 0; left -= 1) {
      windows.ended('chat');
      expect(windows.areOpenFor(['chat'])).toBe(false);
    }
    // Of the same crowd: nothing new is learned of it.
    expect(windows.wasLate('stream', 102, limitMs)).toBe(true);
    windows.begun(['stream', 'stream', 'stream']);
    expect(windows.areOpenFor(['stream'])).toBe(true);
  });
  it('waited for another operation too, of which fewer go from then on', () => {
    const windows = createOperationWindows(64);
    for (const tookMs of [5_000, 10_000]) windows.succeeded('speech', 100, tookMs);
    windows.begun(['speech']);
    expect([windows.areOpenFor(['speech']), windows.wasLate('chat', 200, limitMs)]).toEqual([true, true]);
    expect(windows.areOpenFor(['speech'])).toBe(false);
  });
  it('hangs where what came meanwhile was quick, or nothing did, or what was slow had come before', () => {
    const windows = createOperationWindows(64);
    expect(windows.wasLate('chat', 101, limitMs)).toBe(false);
    for (let at = 0; at < 9; at += 1) windows.succeeded('chat', 100, 30);
    windows.succeeded('speech', -20_000, 9_000);
    expect(windows.wasLate('chat', 101, limitMs)).toBe(false);
  });
});

describe('a service that works at one speech at a time, and lets the others wait', () => {
  it('is not asked for more than it works off in time, and fails nothing', { timeout: 120_000 }, async () => {
    const only = ['speech.text', 'speech.speed', 'speech.format/*-is-accepted'];
    const service = validExcept(oneAfterAnother(200));
    const options = { timeoutMs: 1_000, concurrency: 64 };
    const { findings } = await wholeRunOn(service, selected(checks, { only }), options);
    expect(findings.length).toBeGreaterThan(30);
    expect(findings.filter(({ verdict }) => verdict.is !== 'pass')).toEqual([]);
  });
});
