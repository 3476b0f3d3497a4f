import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Names of test folders in the system's temporary folder: one for each test run, with its process id. */
export const folderOfTests = /^assay-tests-(\d+)-\w+$/;

/**
 * A folder for all temporary files of this test run and the commands that it starts, so that one removal removes
 * everything. It also removes the folders of earlier runs that were killed.
 */
export function ownTemporaryFolder(): string {
  const system = tmpdir();
  removeLeft(system);
  const folder = mkdtempSync(join(system, `assay-tests-${process.pid}-`));
  // Readable for others, like the system's folder: some tests run a command as another user.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return folder;
}

/** Removes the folders of test runs whose process has ended. */
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
