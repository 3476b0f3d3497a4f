import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isRunning, thisProcess } from './is-running.ts';

describe('a process', () => {
  it('runs as long as it lives', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    expect(isRunning({ pid })).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isRunning({ pid })).toBe(false);
  });
  it('is told from a later one of the same number, where the system says when it began', () => {
    const { pid, began } = thisProcess();
    expect(isRunning({ pid, ...(began === undefined ? {} : { began }) })).toBe(true);
    expect(isRunning({ pid, began: '1' })).toBe(began === undefined);
  });
});
