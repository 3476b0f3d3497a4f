import { describe, expect, it } from 'vitest';
import { valid, validExcept } from '../../../fixtures/index.ts';
import { serveOneByOne } from '../../../fixtures/variants/work-queue.ts';
import { checks } from '../../index.ts';
import { runOnService } from '../../judged.testing.ts';
import type { Operation } from '../../model/exchange.ts';
import { selectChecks } from '../../model/select.ts';
import { createOperationWindows } from './operation-windows.ts';

const limitMs = 10_000;
const eight = Array.from({ length: 8 }, () => 'chat' as const);

type Windows = ReturnType<typeof createOperationWindows>;

/** Notes answers to requests that were sent at the same moment, each after its time. */
function answer(windows: Windows, operation: Operation, sentAtMs: number, tookMs: readonly number[], isSuccess = true) {
  for (const each of tookMs) windows.noteAnswer(operation, { isSuccess, sentAtMs, tookMs: each });
}

/** How many more requests of an operation may begin. */
function roomIn(windows: Windows, operation: Operation): number {
  let room = 0;
  for (; windows.areOpenFor([operation]); room += 1) windows.noteBegin([operation]);
  for (let at = 0; at < room; at += 1) windows.noteEnd(operation);
  return room;
}

describe('how many of one operation go at once', () => {
  it('are few at first, and one more for each success of its own', () => {
    const windows = createOperationWindows(64, limitMs);
    windows.noteBegin(['chat', 'chat', 'chat', 'chat']);
    expect([roomIn(windows, 'chat'), roomIn(windows, 'speech'), windows.isAnyFull()]).toEqual([0, 4, true]);
    answer(windows, 'speech', 0, [5]);
    expect(roomIn(windows, 'chat')).toBe(0);
    answer(windows, 'chat', 0, [5, 5]);
    expect(roomIn(windows, 'chat')).toBe(2);
  });
  it('are no crowd where all was refused so far, and never more than all together', () => {
    const windows = createOperationWindows(64, limitMs);
    answer(windows, 'chat', 0, Array<number>(99).fill(5), false);
    expect(roomIn(windows, 'chat')).toBe(16);
    answer(windows, 'chat', 0, Array<number>(99).fill(5));
    expect(roomIn(windows, 'chat')).toBe(64);
  });
  it('are as many as a group has, once nothing else of it is under way', () => {
    const windows = createOperationWindows(64, limitMs);
    expect(windows.areOpenFor(eight)).toBe(true);
    windows.noteBegin(['chat']);
    expect(windows.areOpenFor(eight)).toBe(false);
    windows.noteEnd('chat');
    expect(windows.areOpenFor(eight)).toBe(true);
  });
});

/** The times of five answers that came one after another, two seconds each. */
const inARow = [2_000, 4_000, 6_000, 8_000, 10_000];

describe('an answer that is late', () => {
  it('waited where something took long meanwhile, and as many go from then on as are answered in time', () => {
    const windows = createOperationWindows(64, limitMs);
    answer(windows, 'chat', 100, inARow);
    expect(roomIn(windows, 'chat')).toBe(9);
    expect(windows.noteLate('chat', 101, limitMs)).toBe(true);
    expect(roomIn(windows, 'chat')).toBe(1);
    // This request belongs to the same crowd: nothing new is learned from it.
    expect(windows.noteLate('stream', 102, limitMs)).toBe(true);
    expect(roomIn(windows, 'stream')).toBe(4);
  });
  it('waited where what took long was refused', () => {
    const windows = createOperationWindows(64, limitMs);
    answer(windows, 'chat', 100, inARow, false);
    expect(windows.noteLate('chat', 101, limitMs)).toBe(true);
  });
  it('waited for another operation too, of which fewer go from then on', () => {
    const windows = createOperationWindows(64, limitMs);
    answer(windows, 'speech', 100, [5_000, 10_000]);
    answer(windows, 'chat', 100, Array<number>(300).fill(20));
    expect(windows.noteLate('chat', 200, limitMs)).toBe(true);
    expect(roomIn(windows, 'speech')).toBe(1);
  });
  it('hangs where what came meanwhile was quick, or nothing did, or what was slow had come before', () => {
    const windows = createOperationWindows(64, limitMs);
    expect(windows.noteLate('chat', 101, limitMs)).toBe(false);
    answer(windows, 'chat', 100, Array<number>(9).fill(30));
    answer(windows, 'speech', -20_000, [9_000]);
    expect(windows.noteLate('chat', 101, limitMs)).toBe(false);
  });
  it('hangs where it hung by itself, until something of it succeeds', () => {
    const windows = createOperationWindows(64, limitMs);
    answer(windows, 'chat', 100, inARow);
    windows.noteHung('speech');
    expect(windows.noteLate('speech', 101, limitMs)).toBe(false);
    answer(windows, 'speech', 200, [5]);
    expect(windows.noteLate('speech', 201, limitMs)).toBe(true);
  });
});

describe('a service that works at one speech at a time, and lets the others wait', () => {
  it('is not asked for more than it works off in time, and fails nothing', { timeout: 120_000 }, async () => {
    const only = ['speech.text', 'speech.speed', 'speech.format/*-is-accepted', 'speech.format/rejects-*'];
    const service = validExcept(serveOneByOne(300));
    const options = { timeoutMs: 1_000, concurrency: 64 };
    const { findings } = await runOnService(service, selectChecks(checks, { only }), options);
    expect(findings.length).toBeGreaterThan(30);
    expect(findings.filter(({ verdict }) => verdict.is !== 'pass')).toEqual([]);
  });
});

describe('a service that is slow, and leaves a stream in so many without an end', () => {
  it('is not excused by what is slow beside it', { timeout: 120_000 }, async () => {
    let streams = 0;
    const service = validExcept(() => ({
      delayMsFor: (_operation, askedMs) => askedMs + 400,
      writeStream: async (stream, sink) => {
        streams += 1;
        const end = (): void => undefined;
        return valid.writeStream(stream, streams % 7 === 0 ? { ...sink, end } : sink);
      },
    }));
    const only = ['stream.request', 'stream.response', 'chat.request'];
    const { findings } = await runOnService(service, selectChecks(checks, { only }), {
      timeoutMs: 1_000,
      concurrency: 64,
    });
    expect(findings.filter(({ verdict }) => verdict.is === 'fail')).not.toEqual([]);
  });
});
