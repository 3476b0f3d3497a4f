import { describe, expect, it } from 'vitest';
import { createSendQueue } from './send-queue.ts';
import { neverAborted, sends, sent, settled } from './send-queue.testing.ts';
import { createThrottle } from './throttle.ts';

describe('the queue, where an operation is limited', () => {
  it('lets others by what a limit on its operation holds back', async () => {
    const throttle = createThrottle(4, 10_000);
    const { begin, end, begun } = sends(createSendQueue(throttle, neverAborted));
    throttle.backOff('speech', 300);
    const all = [begin('speech', { turn: 1, operation: 'speech' }), begin('chat', { turn: 2, operation: 'chat' })];
    await settled();
    expect(begun).toEqual(['chat']);
    while (begun.length < 2) await settled();
    await Promise.all([end('chat'), end('speech'), ...all]);
  });
  it('lets what is sent again go first, spread by the pace', async () => {
    const throttle = createThrottle(4, 10_000);
    const { begin, end, begun, begunAtMs } = sends(createSendQueue(throttle, neverAborted));
    throttle.slowDown({ ...sent(), operation: 'speech' }, false);
    throttle.backOff('speech', 50);
    const all = [
      begin('first', { turn: 1, operation: 'speech' }),
      begin('again', { turn: 7, operation: 'speech', again: true }),
      begin('later again', { turn: 8, operation: 'speech', again: true }),
    ];
    while (begun.length === 0) await settled();
    expect(begun).toEqual(['again']);
    while (begun.length < 2) await settled();
    const [againAtMs = 0, laterAtMs = 0] = begunAtMs;
    expect(laterAtMs - againAtMs).toBeGreaterThan(90);
    await end('again');
    while (begun.length < 3) await settled();
    expect(begun).toEqual(['again', 'later again', 'first']);
    await Promise.all([end('later again'), end('first'), ...all]);
  });
  it('lets one of those go first that are limited with what was refused often', async () => {
    const throttle = createThrottle(1, 10_000);
    const { begin, end, begun } = sends(createSendQueue(throttle, neverAborted));
    throttle.backOff('speech', 20);
    const all = [begin('chat', { turn: 1, operation: 'chat' }), begin('first', { turn: 2, operation: 'speech' })];
    all.push(begin('second', { turn: 3, operation: 'speech' }));
    all.push(begin('often', { turn: 1, operation: 'speech', again: true, letsOthersFirst: true }));
    for (const next of ['chat', 'first', 'often', 'second']) {
      while (begun.at(-1) !== next) await settled();
      await end(next);
    }
    expect(begun).toEqual(['chat', 'first', 'often', 'second']);
    await Promise.all(all);
  });
  it('lets others by a group of which only a part is limited', async () => {
    const throttle = createThrottle(4, 10_000);
    const { begin, end, begun } = sends(createSendQueue(throttle, neverAborted));
    throttle.backOff('speech', 300);
    const all = [
      begin('x', { turn: 1, group: 2, operation: 'chat' }),
      begin('y', { turn: 1, group: 2, operation: 'speech' }),
      begin('chat', { turn: 2, operation: 'chat' }),
      begin('speech', { turn: 3, operation: 'speech' }),
    ];
    await settled();
    expect(begun).toEqual(['chat']);
    await end('chat');
    while (begun.length < 4) await settled();
    expect(begun).toEqual(['chat', 'x', 'y', 'speech']);
    await Promise.all([end('x'), end('y'), end('speech'), ...all]);
  });
  it('lets nobody take what a group behind its limit saves up', async () => {
    const throttle = createThrottle(4, 10_000);
    const { begin, end, begun } = sends(createSendQueue(throttle, neverAborted));
    throttle.slowDown({ ...sent(), operation: 'speech' }, false);
    throttle.backOff('speech', 50);
    const all = ['x', 'y'].map((name) => begin(name, { turn: 1, group: 2, operation: 'speech' }));
    all.push(begin('by itself', { turn: 2, operation: 'speech' }));
    while (begun.length === 0) await settled();
    expect(begun).toEqual(['x', 'y']);
    await end('x');
    while (begun.length < 3) await settled();
    await Promise.all([end('y'), end('by itself'), ...all]);
  });
});
