import { describe, expect, it } from 'vitest';
import { createQuiet } from './quiet.ts';

describe('quiet', () => {
  it('is at once where nothing is under way', async () => {
    await expect(createQuiet().whenQuiet()).resolves.toBeUndefined();
  });
  it('comes after all that is under way, and after what follows of it in the same turn', async () => {
    const { during, whenQuiet } = createQuiet();
    const told: string[] = [];
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    void during(first.promise)
      .then(() => told.push('first'))
      .then(() => during(second.promise))
      .then(() => told.push('second'));
    const quiet = whenQuiet().then(() => told.push('quiet'));
    first.resolve();
    setTimeout(() => second.resolve(), 5);
    await quiet;
    expect(told).toEqual(['first', 'second', 'quiet']);
  });
  it('comes also where what was under way broke', async () => {
    const { during, whenQuiet } = createQuiet();
    const broken = during(Promise.reject(new Error('a defect')));
    await expect(broken).rejects.toThrow('a defect');
    await expect(whenQuiet()).resolves.toBeUndefined();
  });
});
