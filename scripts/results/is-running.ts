import { readFileSync } from 'node:fs';
import { hasCode } from '../../conformance/reading/has-code.ts';

/** A process, told from a later one of the same number where the system says when each began (Linux). */
export type ProcessMark = { readonly pid: number; readonly began?: string };

export function thisProcess(): ProcessMark {
  const { pid } = process;
  const began = statOf(pid)?.began;
  return { pid, ...(began === undefined ? {} : { began }) };
}

/** That of a process, if it is there. */
export function markOf(pid: number): readonly ProcessMark[] {
  const began = statOf(pid)?.began;
  return began === undefined ? [] : [{ pid, began }];
}

export function isRunning({ pid, began }: ProcessMark): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Of another user: it is there all the same.
    return hasCode(error, 'EPERM');
  }
  const now = statOf(pid);
  // One that was killed has its number until its parent has been told.
  return now === undefined || began === undefined || (now.began === began && now.state !== 'Z');
}

/** proc(5): behind the name, which may hold anything, the state stands first, and when it began 20th. */
function statOf(pid: number): { readonly state: string; readonly began: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, began: rest[18] ?? '' };
  } catch {
    return undefined;
  }
}
