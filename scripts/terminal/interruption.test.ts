import { expect, it, onTestFinished, vi } from 'vitest';
import { doubledMs } from '../../load/runner/interrupts.ts';
import { listenForInterruption } from './interruption.ts';

it('ends in order at the first interrupt, also where npx doubles it, and at once at the second', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never);
  const interruption = listenForInterruption();
  onTestFinished(() => {
    interruption.forget();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  process.emit('SIGINT', 'SIGINT');
  process.emit('SIGINT', 'SIGINT');
  expect(interruption.signal.aborted).toBe(true);
  expect(interruption.by()).toBe('SIGINT');
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(doubledMs);
  process.emit('SIGINT', 'SIGINT');
  expect(exit).toHaveBeenCalledWith(130);
});
