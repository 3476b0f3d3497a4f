import { EventEmitter } from 'node:events';
import { expect, it, onTestFinished, vi } from 'vitest';
import { doubledMs } from '../../load/runner/interrupts.ts';
import { host, runOn } from './host.ts';
import { listenForInterruption } from './interruption.ts';

it('ends in order at the first interrupt, also where npx doubles it, and at once at the second', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never);
  // Others of this process may listen, too.
  const signals = new EventEmitter();
  const usual = host();
  runOn({ ...usual, signals });
  const interruption = listenForInterruption();
  onTestFinished(() => {
    interruption.forget();
    runOn(usual);
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  signals.emit('SIGINT');
  signals.emit('SIGINT');
  expect(interruption.signal.aborted).toBe(true);
  expect(interruption.by()).toBe('SIGINT');
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(doubledMs);
  signals.emit('SIGINT');
  expect(exit).toHaveBeenCalledWith(130);
});
