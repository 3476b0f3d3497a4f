import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder } from '../testing/run-assay.testing.ts';
import { runDelay } from './run-delay.ts';

describe('the time in which a process got no processor', () => {
  const has = (tasks: string, thread: string, waitedMs: number): void => {
    mkdirSync(join(tasks, thread), { recursive: true });
    writeFileSync(join(tasks, thread, 'schedstat'), `1000 ${waitedMs * 1e6} 3\n`);
  };
  it('is that of the thread that waited longest since it was last asked', () => {
    const tasks = emptyFolder();
    has(tasks, '1', 100);
    has(tasks, '2', 5);
    const delay = runDelay(tasks);
    has(tasks, '1', 130);
    has(tasks, '2', 905);
    expect([delay(), delay()]).toEqual([900, 0]);
  });
  it('does not count what a thread waited before it was seen', () => {
    const tasks = emptyFolder();
    const delay = runDelay(tasks);
    has(tasks, '7', 4_000);
    expect(delay()).toBe(0);
  });
  it('is 0 where the system does not tell', () => {
    expect(runDelay(join(emptyFolder(), 'none'))()).toBe(0);
  });
  it('is told of this process by a system that knows', () => {
    expect(runDelay()()).toBeGreaterThanOrEqual(0);
  });
});
