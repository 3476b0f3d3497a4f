import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { k6ForTests } from './needs-k6.testing.ts';
import type { LoadProgress } from './run-scenario.ts';

/** A k6 that tests can send signals to. */
export async function k6WithKnownPid(): Promise<
  AsyncDisposable & { readonly path: string; readonly pid: () => number }
> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-k6-'));
  const [path, pidFile] = [join(folder, 'k6'), join(folder, 'pid')];
  await writeFile(path, `#!/bin/sh\necho $$ > '${pidFile}'\nexec '${k6ForTests()}' "$@"\n`, { mode: 0o755 });
  return {
    path,
    pid: () => Number(readFileSync(pidFile, 'utf8')),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

/** Acts on the first progress that is as wanted. */
export function onFirst(
  wanted: (progress: LoadProgress) => boolean,
  act: () => void,
): (progress: LoadProgress) => void {
  let acted = false;
  return (progress) => {
    if (acted || !wanted(progress)) return;
    acted = true;
    act();
  };
}
