import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readLoadHeader } from '../load/results/read-load-header.ts';
import type { Attempt } from './attempts.ts';
import { segmentIndex } from './segment-place.ts';

type Seen = { readonly sign: string; readonly begunAtMs: number; readonly heardAtMs: number };

/**
 * The attempts of pods that write into folders of a shared volume. A pod rewrites `instrument.json` every second, so a
 * pod whose folder does not change any more has ended or is lost; its records tell which.
 */
export function followFolders(volume: string, pods: number, clockMs: () => number): () => readonly Attempt[] {
  const seen = new Map<string, Seen>();
  return () => {
    const now = clockMs();
    return foldersIn(volume).flatMap((name): readonly Attempt[] => {
      const path = join(volume, name);
      const sign = signOf(path);
      const header = sign === undefined ? undefined : headerIn(path);
      const place = header && segmentIndex(header.segment ?? '0:1', pods);
      if (sign === undefined || header === undefined || place === undefined) return [];
      const before = seen.get(name);
      const since: Seen =
        before?.sign === sign ? before : { sign, begunAtMs: before?.begunAtMs ?? now, heardAtMs: now };
      seen.set(name, since);
      const { begunAtMs, heardAtMs } = since;
      return [{ id: header.run, place, path, begunAtMs, heardAtMs, hasEnded: false, records: 0 }];
    });
  };
}

function foldersIn(volume: string): readonly string[] {
  if (!existsSync(volume)) return [];
  return readdirSync(volume, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function headerIn(path: string): ReturnType<typeof readLoadHeader> | undefined {
  try {
    return readLoadHeader(path);
  } catch {
    // The first line is not written yet.
    return undefined;
  }
}

/** A text that changes with every write of the pod. */
function signOf(path: string): string | undefined {
  const stats = ['requests.ndjson', 'instrument.json'].map((file) =>
    statSync(join(path, file), { throwIfNoEntry: false }),
  );
  if (stats[0] === undefined) return undefined;
  return stats.map((each) => `${each?.size} ${each?.mtimeMs}`).join(' ');
}
