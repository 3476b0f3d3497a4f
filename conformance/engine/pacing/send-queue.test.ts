import { describe, expect, it } from 'vitest';
import { createSendQueue } from './send-queue.ts';
import { neverAborted, sends, sent, settled } from './send-queue.testing.ts';
import { momentMs } from '../../model/moment.ts';
import { createThrottle, fixedCapacity } from './throttle.ts';

describe('the queue', () => {
  it('lets no more through at once than it is told to', async () => {
    const queue = createSendQueue(
      fixedCapacity(() => 3),
      neverAborted,
    );
    let underWay = 0;
    let most = 0;
    const send = async (): Promise<void> => {
      underWay += 1;
      most = Math.max(most, underWay);
      await settled();
      underWay -= 1;
    };
    await Promise.all(Array.from({ length: 40 }, (_, turn) => queue.through({ turn, group: 1, alone: false }, send)));
    expect(most).toBe(3);
  });
  it('lets the lowest turn go first, however late it lined up', async () => {
    const { begin, end, begun } = sends(
      createSendQueue(
        fixedCapacity(() => 1),
        neverAborted,
      ),
    );
    const all = [begin('first', { turn: 5 })];
    await settled();
    all.push(begin('third', { turn: 9 }), begin('second', { turn: 2 }));
    await settled();
    await end('first');
    await end('second');
    await end('third');
    await Promise.all(all);
    expect(begun).toEqual(['first', 'second', 'third']);
  });
  it('keeps everything else out while a send is alone, and waits with it until it can be', async () => {
    const { begin, end, begun } = sends(
      createSendQueue(
        fixedCapacity(() => 4),
        neverAborted,
      ),
    );
    const all = [begin('a', { turn: 1 }), begin('alone', { turn: 2, alone: true }), begin('b', { turn: 3 })];
    await settled();
    expect(begun).toEqual(['a']);
    await end('a');
    expect(begun).toEqual(['a', 'alone']);
    await end('alone');
    expect(begun).toEqual(['a', 'alone', 'b']);
    await end('b');
    await Promise.all(all);
  });
  it('lets what is alone go on before the next step of a chain, and nothing in between', async () => {
    const { begin, end, begun } = sends(
      createSendQueue(
        fixedCapacity(() => 4),
        neverAborted,
      ),
    );
    const all = [begin('chain 1', { turn: 1 }), begin('alone 1', { turn: 2, alone: true })];
    await settled();
    all.push(begin('chain 2', { turn: 1 }), begin('later', { turn: 3 }));
    await end('chain 1');
    expect(begun).toEqual(['chain 1', 'alone 1']);
    all.push(begin('alone 2', { turn: 2, alone: true }));
    await end('alone 1');
    expect(begun).toEqual(['chain 1', 'alone 1', 'alone 2']);
    await end('alone 2');
    expect(begun).toEqual(['chain 1', 'alone 1', 'alone 2', 'chain 2', 'later']);
    await Promise.all([end('chain 2'), end('later'), ...all]);
  });
  it('lets nothing in between the steps of what is unbroken, and others when no more of it comes', async () => {
    const { begin, end, begun } = sends(
      createSendQueue(
        fixedCapacity(() => 4),
        neverAborted,
      ),
    );
    const unbroken = { turn: 3, alone: true, unbroken: true } as const;
    const all = [begin('unbroken 1', unbroken)];
    await settled();
    all.push(begin('earlier', { turn: 1 }), begin('alone', { turn: 2, alone: true }));
    await end('unbroken 1');
    expect(begun).toEqual(['unbroken 1']);
    all.push(begin('unbroken 2', unbroken));
    await settled();
    expect(begun).toEqual(['unbroken 1', 'unbroken 2']);
    await end('unbroken 2');
    expect(begun).toEqual(['unbroken 1', 'unbroken 2']);
    await expect.poll(() => begun).toEqual(['unbroken 1', 'unbroken 2', 'alone']);
    await end('alone');
    await end('earlier');
    await Promise.all(all);
  });
  it('lets what is alone follow what is alone, since everything else has ended for it', async () => {
    const { begin, end, begun } = sends(
      createSendQueue(
        fixedCapacity(() => 4),
        neverAborted,
      ),
    );
    const all = ['one', 'two'].map((name, at) => begin(name, { turn: 1 + 2 * at, alone: true }));
    all.push(begin('a', { turn: 2 }));
    await settled();
    expect(begun).toEqual(['one']);
    await end('one');
    expect(begun).toEqual(['one', 'two']);
    await end('two');
    expect(begun).toEqual(['one', 'two', 'a']);
    await Promise.all([end('a'), ...all]);
  });
  it('lets nothing that is alone follow what went before all others', async () => {
    const { begin, end, begun } = sends(
      createSendQueue(
        fixedCapacity(() => 4),
        neverAborted,
      ),
    );
    const all = [begin('first', { turn: 0.5, alone: true }), begin('alone', { turn: 3, alone: true })];
    all.push(begin('a', { turn: 2 }));
    await settled();
    await end('first');
    expect(begun).toEqual(['first', 'a']);
    await end('a');
    expect(begun).toEqual(['first', 'a', 'alone']);
    await Promise.all([end('alone'), ...all]);
  });
  it('begins a group together, once there is room for all of it', async () => {
    const { begin, end, begun } = sends(
      createSendQueue(
        fixedCapacity(() => 3),
        neverAborted,
      ),
    );
    const all = [begin('a', { turn: 1 })];
    await settled();
    all.push(...['x', 'y', 'z'].map((name) => begin(name, { turn: 2, group: 3 })));
    await settled();
    expect(begun).toEqual(['a']);
    await end('a');
    expect(begun).toEqual(['a', 'x', 'y', 'z']);
    await Promise.all([...['x', 'y', 'z'].map(end), ...all]);
  });
  it('fills the places that a waiting group does not need, and keeps for it those that it does', async () => {
    const { begin, end, begun } = sends(
      createSendQueue(
        fixedCapacity(() => 4),
        neverAborted,
      ),
    );
    const group = (turn: number): readonly Promise<void>[] =>
      ['x', 'y', 'z'].map((name) => begin(`${name}${turn}`, { turn, group: 3 }));
    const all = [...group(1), ...group(2), begin('a', { turn: 3 }), begin('b', { turn: 4 })];
    await settled();
    expect(begun).toEqual(['x1', 'y1', 'z1', 'a']);
    await end('x1');
    // A second request of no group would leave two places where the group needs three.
    expect(begun).toEqual(['x1', 'y1', 'z1', 'a']);
    await end('y1');
    await end('z1');
    expect(begun).toEqual(['x1', 'y1', 'z1', 'a', 'x2', 'y2', 'z2']);
    await end('a');
    expect(begun.at(-1)).toBe('b');
    await Promise.all([...['x2', 'y2', 'z2', 'b'].map(end), ...all]);
  });
  it('lets nothing by while what is alone waits for its room', async () => {
    const { begin, end, begun } = sends(
      createSendQueue(
        fixedCapacity(() => 4),
        neverAborted,
      ),
    );
    const all = [begin('a', { turn: 1 }), begin('alone', { turn: 2, alone: true, group: 2 }), begin('b', { turn: 3 })];
    all.push(begin('also alone', { turn: 2, alone: true, group: 2 }));
    await settled();
    expect(begun).toEqual(['a']);
    await end('a');
    expect(begun).toEqual(['a', 'alone', 'also alone']);
    await end('alone');
    expect(begun).toEqual(['a', 'alone', 'also alone']);
    await end('also alone');
    await Promise.all([end('b'), ...all]);
  });
  it('lets a group through that is larger than it lets through at once', async () => {
    const { begin, end, begun } = sends(
      createSendQueue(
        fixedCapacity(() => 2),
        neverAborted,
      ),
    );
    const all = ['a', 'b', 'c'].map((name) => begin(name, { group: 3 }));
    await settled();
    expect(begun).toEqual(['a', 'b']);
    await end('a');
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    await end('c');
    await Promise.all(all);
  });
  it('begins nothing while the target asks for a pause, and fewer at once where it is told to', async () => {
    const throttle = createThrottle(4, 10_000);
    const queue = createSendQueue(throttle, neverAborted);
    const { begin, end, begun } = sends(queue);
    const pausedAtMs = performance.now();
    throttle.pause(300);
    throttle.slowDown(sent(), false);
    const all = ['a', 'b', 'c'].map((name, turn) => begin(name, { turn }));
    await settled();
    expect(begun).toEqual([]);
    while (begun.length < 2) await settled();
    expect(performance.now() - pausedAtMs).toBeGreaterThan(295);
    await settled();
    expect(begun.toSorted()).toEqual(['a', 'b']);
    await end('a');
    while (begun.length < 3) await settled();
    await Promise.all([end('b'), end('c'), ...all]);
  });
  it('slows down once for all that was under way, and gets quicker again with good answers', async () => {
    const throttle = createThrottle(4, 10_000);
    const queue = createSendQueue(throttle, neverAborted);
    const { begin, end, begun } = sends(queue);
    const sentAtMs = momentMs();
    for (let told = 0; told < 8; told += 1) throttle.slowDown(sent(sentAtMs), false);
    const names = ['a', 'b', 'c', 'd'];
    const all = names.map((name, turn) => begin(name, { turn }));
    while (begun.length < 2) await settled();
    await settled();
    expect(begun).toEqual(['a', 'b']);
    for (let good = 0; good < 10; good += 1) throttle.noteSuccess({ ...sent(), load: 2 });
    queue.look();
    while (begun.length < 3) await settled();
    await settled();
    expect(begun).toEqual(['a', 'b', 'c']);
    await end('a');
    while (begun.length < 4) await settled();
    await Promise.all([...['b', 'c', 'd'].map(end), ...all]);
  });
  it('begins two of a group together however slow it became', async () => {
    const throttle = createThrottle(4, 10_000);
    const queue = createSendQueue(throttle, neverAborted);
    const { begin, end, begun } = sends(queue);
    for (let told = 0; told < 5; told += 1) throttle.slowDown(sent(momentMs() + 1_000 * told), false);
    const all = ['x', 'y', 'z'].map((name) => begin(name, { turn: 2, group: 3 }));
    while (begun.length === 0) await settled();
    expect(begun).toEqual(['x', 'y']);
    await Promise.all([end('x'), end('y'), ...all.slice(0, 2)]);
    while (begun.length < 3) await settled();
    await Promise.all([end('z'), ...all]);
  });
  it('ends a pause when the run is interrupted', async () => {
    const interruption = new AbortController();
    const throttle = createThrottle(1, 10_000);
    const queue = createSendQueue(throttle, interruption.signal);
    throttle.pause(60_000);
    const through = queue.through({ turn: 1, group: 1, alone: false }, async () => 'through');
    await settled();
    interruption.abort();
    expect(await through).toBe('through');
  });
  it('goes on after a send that broke', async () => {
    const queue = createSendQueue(
      fixedCapacity(() => 1),
      neverAborted,
    );
    const place = { turn: 1, group: 1, alone: false };
    await expect(queue.through(place, () => Promise.reject(new Error('broke')))).rejects.toThrow('broke');
    expect(await queue.through(place, async () => 'next')).toBe('next');
  });
});
