import { readFileSync } from 'node:fs';
import { hasCode } from '../../conformance/reading/has-code.ts';

/**
 * Identifies a process. Where the system tells when it began (Linux), a later process with the same number is
 * recognised.
 */
export type ProcessMark = { readonly pid: number; readonly began?: string };

export function thisProcess(): ProcessMark {
  const { pid } = process;
  const began = statOf(pid)?.began;
  return { pid, ...(began === undefined ? {} : { began }) };
}

/** The mark of a process; empty if it does not exist. */
export function markOf(pid: number): readonly ProcessMark[] {
  const began = statOf(pid)?.began;
  return began === undefined ? [] : [{ pid, began }];
}

export function isRunning({ pid, began }: ProcessMark): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return hasCode(error, 'EPERM');
  }
  const now = statOf(pid);
  // A killed process keeps its number, in state Z, until its parent has noticed.
  return now === undefined || began === undefined || (now.began === began && now.state !== 'Z');
}

/** proc(5): after the name, which may contain anything, the state comes first and the start time 20th. */
function statOf(pid: number): { readonly state: string; readonly began: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, began: rest[18] ?? '' };
  } catch {
    return undefined;
  }
}
