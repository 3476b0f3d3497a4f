import { EventEmitter } from 'node:events';
import { expect, it, onTestFinished, vi } from 'vitest';
import { duplicateSignalMs } from '../../load/runner/interrupts.ts';
import { currentHost, setHost } from './host.ts';
import { listenForInterruption, printingIfInterrupted } from './interruption.ts';

it('ends in order at the first interrupt, also where npx doubles it, and at once at the second', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never);
  // Others of this process may listen, too.
  const signals = new EventEmitter();
  const usual = currentHost();
  setHost({ ...usual, signals });
  const interruption = listenForInterruption();
  onTestFinished(() => {
    interruption.stopListening();
    setHost(usual);
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  signals.emit('SIGINT');
  signals.emit('SIGINT');
  expect(interruption.signal.aborted).toBe(true);
  expect(interruption.by()).toBe('SIGINT');
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(duplicateSignalMs);
  signals.emit('SIGINT');
  expect(exit).toHaveBeenCalledWith(130);
});

it('tells who ends it meanwhile what there is, and only then', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never);
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const signals = new EventEmitter();
  const usual = currentHost();
  setHost({ ...usual, signals });
  onTestFinished(() => {
    setHost(usual);
    vi.restoreAllMocks();
  });
  const result = await printingIfInterrupted('the records are in DIR', () => {
    signals.emit('SIGTERM');
    return Promise.resolve(7);
  });
  expect(result).toBe(7);
  expect(said).toHaveBeenCalledWith('assay: the records are in DIR');
  expect(exit).toHaveBeenCalledWith(143);
  signals.emit('SIGTERM');
  signals.emit('SIGINT');
  expect(exit).toHaveBeenCalledTimes(1);
});
