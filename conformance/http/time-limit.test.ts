import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTimeLimit } from './time-limit.ts';

describe('the time limit of an answer', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('ends the wait where nothing came', () => {
    const { signal } = startTimeLimit(100);
    vi.advanceTimersByTime(99);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(5);
    expect(signal.aborted).toBe(true);
  });
  it('gives the whole limit again behind the last bytes that came within it', () => {
    const { signal, noteBytes } = startTimeLimit(100);
    vi.advanceTimersByTime(80);
    expect(noteBytes()).toBe(false);
    vi.advanceTimersByTime(99);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(5);
    expect(signal.aborted).toBe(true);
  });
  it('tells bytes that came behind it', () => {
    const { noteBytes } = startTimeLimit(100);
    vi.advanceTimersByTime(80);
    noteBytes();
    vi.advanceTimersByTime(30);
    expect(noteBytes()).toBe(true);
  });
  it('begins anew for another request', () => {
    const { noteBytes, restart } = startTimeLimit(100);
    vi.advanceTimersByTime(90);
    restart();
    vi.advanceTimersByTime(90);
    expect(noteBytes()).toBe(false);
  });
  it('leaves out the time in which nobody looked, to the double of itself', () => {
    const { signal, noteBytes } = startTimeLimit(100, () => 50);
    vi.advanceTimersByTime(149);
    expect([signal.aborted, noteBytes()]).toEqual([false, false]);
    const busy = startTimeLimit(100, () => 10_000);
    vi.advanceTimersByTime(299);
    expect(busy.signal.aborted).toBe(false);
    vi.advanceTimersByTime(5);
    expect(busy.signal.aborted).toBe(true);
  });
});
