import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { gateFile } from '../results/gate.ts';
import type { ResultFolder } from '../results/result-folder.ts';
import { calibrationFile, canaryFile, instrumentFile } from './evidence.ts';

/** What not every run writes: in a folder that is used again it would tell of another run. */
export function removeEarlier({ path }: ResultFolder): void {
  for (const name of [gateFile, calibrationFile, canaryFile, instrumentFile]) rmSync(join(path, name), { force: true });
}
