import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The system's temporary folder has one of these for each run of tests, named after its process. */
export const folderOfTests = /^assay-tests-(\d+)-\w+$/;

/**
 * A folder in which all that this run of tests, and the commands that it starts, make as temporary comes to lie, so that whoever
 * removes it removes all of it. What an earlier run left that was killed goes now.
 */
export function ownTemporaryFolder(): string {
  const system = tmpdir();
  removeLeft(system);
  const folder = mkdtempSync(join(system, `assay-tests-${process.pid}-`));
  // As in the one of the system: some tests start what is another user.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return folder;
}

/** Removes the folders of runs whose process is there no more. */
export function removeLeft(system: string): void {
  for (const name of readdirSync(system)) {
    const pid = Number(folderOfTests.exec(name)?.[1] ?? Number.NaN);
    if (!Number.isNaN(pid) && !isThere(pid)) rmSync(join(system, name), { recursive: true, force: true });
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
