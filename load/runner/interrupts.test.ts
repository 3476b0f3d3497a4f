import { expect, it, onTestFinished } from 'vitest';
import { forwardInterrupts } from './interrupts.ts';

/** Signals are emitted, not sent: a real one would end the test runner too. */
function forwarding(): { readonly killed: string[]; readonly at: (ms: number) => void; readonly stop: () => unknown } {
  const killed: string[] = [];
  let nowMs = 0;
  const { to, stop } = forwardInterrupts(undefined, () => nowMs);
  to((signal) => killed.push(signal));
  onTestFinished(() => void stop());
  return { killed, at: (ms) => (nowMs = ms), stop };
}

it('asks at the first interrupt, and kills at the second', () => {
  const { killed, at, stop } = forwarding();
  process.emit('SIGTERM', 'SIGTERM');
  at(800);
  process.emit('SIGINT', 'SIGINT');
  expect(killed).toEqual(['SIGINT', 'SIGKILL']);
  expect(stop()).toBe('SIGTERM');
});

it('asks when the terminal is closed, as for SIGTERM', () => {
  const { killed, stop } = forwarding();
  process.emit('SIGHUP', 'SIGHUP');
  expect(killed).toEqual(['SIGINT']);
  expect(stop()).toBe('SIGTERM');
});

it('takes one that comes twice at once for one', () => {
  const { killed, at } = forwarding();
  process.emit('SIGINT', 'SIGINT');
  at(2);
  process.emit('SIGINT', 'SIGINT');
  expect(killed).toEqual(['SIGINT']);
});

it('listens no more when it is stopped', () => {
  const before = process.listenerCount('SIGINT');
  const { stop } = forwarding();
  expect(stop()).toBeUndefined();
  expect(process.listenerCount('SIGINT')).toBe(before);
});

it('gives a signal that came before the program was started to it at once', () => {
  const { to, stop } = forwardInterrupts();
  onTestFinished(() => void stop());
  process.emit('SIGTERM', 'SIGTERM');
  const killed: string[] = [];
  to((signal) => killed.push(signal));
  expect(killed).toEqual(['SIGINT']);
});

it('takes over what somebody else was told before', () => {
  const { by, stop } = forwardInterrupts(() => 'SIGTERM');
  onTestFinished(() => void stop());
  expect(by()).toBe('SIGTERM');
});
