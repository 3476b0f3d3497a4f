import { describe, expect, it } from 'vitest';
import { createIdleTracker } from './idle-tracker.ts';

describe('quiet', () => {
  it('is at once where nothing is under way', async () => {
    await expect(createIdleTracker().whenIdle()).resolves.toBeUndefined();
  });
  it('comes after all that is under way, and after what follows of it in the same turn', async () => {
    const { during, whenIdle } = createIdleTracker();
    const told: string[] = [];
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    void during(first.promise)
      .then(() => told.push('first'))
      .then(() => during(second.promise))
      .then(() => told.push('second'));
    const quiet = whenIdle().then(() => told.push('quiet'));
    first.resolve();
    setTimeout(() => second.resolve(), 5);
    await quiet;
    expect(told).toEqual(['first', 'second', 'quiet']);
  });
  it('comes also where what was under way broke', async () => {
    const { during, whenIdle } = createIdleTracker();
    const broken = during(Promise.reject(new Error('a defect')));
    await expect(broken).rejects.toThrow('a defect');
    await expect(whenIdle()).resolves.toBeUndefined();
  });
});
