import { expect, it } from 'vitest';
import { collectedBytes } from './collected-bytes.ts';

it('are all bytes in order, in memory of just their length', () => {
  const received = collectedBytes();
  const pieces = Array.from({ length: 300 }, (_, at) => Buffer.alloc((at * 37) % 1_000, at));
  for (const piece of pieces) received.add(piece);
  const all = received.all();
  expect(all.equals(Buffer.concat(pieces))).toBe(true);
  expect(all.buffer.byteLength).toBe(all.length);
});
it('are none where none came', () => {
  expect(collectedBytes().all().length).toBe(0);
});
it('hold no more than twice their length meanwhile, and once at their end', () => {
  const before = process.memoryUsage().arrayBuffers;
  const held = (): number => process.memoryUsage().arrayBuffers - before;
  const received = collectedBytes();
  const piece = Buffer.alloc(2 ** 16);
  for (let time = 1; time <= 400; time += 1) {
    received.add(piece);
    expect(held()).toBeLessThan(2 * time * piece.length + 2 ** 20);
  }
  const all = received.all();
  expect(held()).toBeLessThan(all.length + 2 ** 20);
});
