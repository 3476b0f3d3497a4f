import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

function textAt(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended, or this system has no such files.
    return '';
  }
}

/** A process and all its descendants that are running. */
export function treeOf(pid: number): readonly number[] {
  const threads = ((): readonly string[] => {
    try {
      return readdirSync(`/proc/${pid}/task`);
    } catch {
      return [];
    }
  })();
  const children = threads.flatMap((thread) =>
    textAt(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean),
  );
  return [pid, ...children.flatMap((child) => treeOf(Number(child)))];
}

function bytesIn(status: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s*(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1_024;
}

/** Memory of these processes in bytes: now, and the largest peak of any; 0 where the system does not tell. */
export function memoryOf(pids: readonly number[]): { readonly now: number; readonly peak: number } {
  const all = pids.map((pid) => textAt(`/proc/${pid}/status`));
  return {
    now: all.reduce((sum, status) => sum + bytesIn(status, 'VmRSS'), 0),
    peak: Math.max(0, ...all.map((status) => bytesIn(status, 'VmHWM'))),
  };
}

/** Bytes of all files in a folder and its subfolders. */
export function sizeOf(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce(
        (sum, { parentPath, name }) => sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
        0,
      );
  } catch {
    return 0;
  }
}
