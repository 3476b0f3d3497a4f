import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { idleTimer } from './idle-timer.ts';

describe('a timer of idleness', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
  afterEach(() => vi.useRealTimers());

  it('acts once, when nothing has happened for the limit', () => {
    const act = vi.fn<() => void>();
    const timer = idleTimer(60_000, act);
    vi.advanceTimersByTime(50_000);
    timer.restart();
    vi.advanceTimersByTime(59_000);
    expect(act).not.toHaveBeenCalled();
    vi.advanceTimersByTime(600_000);
    expect(act).toHaveBeenCalledTimes(1);
  });
  it('does not count a pause', () => {
    const act = vi.fn<() => void>();
    const timer = idleTimer(60_000, act);
    timer.pause(90_000);
    vi.advanceTimersByTime(140_000);
    expect(act).not.toHaveBeenCalled();
    vi.advanceTimersByTime(20_000);
    expect(act).toHaveBeenCalled();
  });
  it('acts no more once it is stopped', () => {
    const act = vi.fn<() => void>();
    idleTimer(60_000, act).stop();
    vi.advanceTimersByTime(600_000);
    expect(act).not.toHaveBeenCalled();
  });
  it('does not count what others took from whom it watches', () => {
    const act = vi.fn<() => void>();
    idleTimer(60_000, act, 1_000, () => 900);
    vi.advanceTimersByTime(599_000);
    expect(act).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2_000);
    expect(act).toHaveBeenCalledTimes(1);
  });
  it('acts at the latest after the most that it may take, whatever others took', () => {
    const act = vi.fn<() => void>();
    const timer = idleTimer(4_000, act, 500, () => 500, 20_000);
    vi.advanceTimersByTime(10_000);
    timer.restart();
    vi.advanceTimersByTime(19_500);
    expect(act).not.toHaveBeenCalled();
    vi.advanceTimersByTime(500);
    expect(act).toHaveBeenCalledTimes(1);
  });
  it('does not count the time in which its thread could not run', () => {
    const now = vi.spyOn(performance, 'now');
    const act = vi.fn<() => void>();
    now.mockReturnValue(0);
    idleTimer(60_000, act);
    now.mockReturnValue(3_600_000);
    vi.advanceTimersByTime(1_000);
    now.mockRestore();
    expect(act).not.toHaveBeenCalled();
  });
});
