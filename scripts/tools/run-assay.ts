import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { codeOfChild } from '../ci/code-of-child.ts';

const bin = join(import.meta.dirname, '..', 'bin.js');

/** Runs the command line as a user does, on this terminal, and gives its exit code. */
export function runAssay(args: readonly string[]): Promise<number> {
  return codeOfChild(spawn(process.execPath, [bin, ...args], { stdio: 'inherit' }));
}
