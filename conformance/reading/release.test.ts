import { expect, it } from 'vitest';
import { release } from './release.ts';

it('what is released is gone at once, and takes no memory', () => {
  const before = process.memoryUsage().arrayBuffers;
  for (let time = 0; time < 20; time += 1) {
    const bytes = Buffer.alloc(2 ** 24);
    release(bytes);
    expect(bytes.length).toBe(0);
  }
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 24);
});
it('what may share its memory with others stays', () => {
  const [bytes, other] = [Buffer.from('these'), Buffer.from('others')];
  release(bytes);
  expect([bytes.toString(), other.toString()]).toEqual(['these', 'others']);
});
