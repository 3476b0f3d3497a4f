import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** Other sources make another binary, of 50 MB: one that was not used for so long belongs to a version that is gone. */
const unusedMs = 30 * 24 * 60 * 60 * 1_000;

/** The folder's time of change is when its binary was last used; where it cannot be kept, pruning merely comes sooner. */
export async function markUsed(folder: string): Promise<void> {
  const now = new Date();
  await utimes(folder, now, now).catch(() => undefined);
}

/** Removes the builds of other sources that were not used for a month. What cannot be removed stays. */
export async function pruneCache(cache: string): Promise<void> {
  const names = (await readdir(cache)).filter((name) => /^k6-[0-9a-f]+$/.test(name));
  for (const folder of names.map((name) => join(cache, name))) {
    const found = await stat(folder).catch(() => undefined);
    if (found === undefined || Date.now() - found.mtimeMs < unusedMs) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
