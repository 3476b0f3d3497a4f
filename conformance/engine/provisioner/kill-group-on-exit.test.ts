import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';

/** A program that asks a command that ends for a workspace, and then one that hangs. */
const program = `
import { askProvisioner } from ${JSON.stringify(join(import.meta.dirname, 'ask.ts'))};
const { signal } = new AbortController();
await askProvisioner('echo', '{}', { signal });
await askProvisioner('sleep 60 & echo $$ $! > pids; wait', '{}', { signal });
`;

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

it.skipIf(process.platform !== 'linux')(
  'a command, and what it has started, end with whoever asked it, also where that is killed',
  { timeout: 60_000 },
  async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'assay-orphan-'));
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd, stdio: 'ignore' });
    const pids = await vi.waitFor(
      () => {
        const found = readFileSync(join(cwd, 'pids'), 'utf8').trim().split(' ').map(Number);
        expect(found).toHaveLength(2);
        return found;
      },
      { timeout: 30_000, interval: 50 },
    );
    expect(pids.map(isThere)).toEqual([true, true]);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await vi.waitFor(() => expect(pids.map(isThere)).toEqual([false, false]), { timeout: 15_000, interval: 50 });
  },
);
