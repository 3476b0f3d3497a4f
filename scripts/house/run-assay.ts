import { spawn } from 'node:child_process';
import { join } from 'node:path';

const bin = join(import.meta.dirname, '..', 'bin.js');

/** Runs the command line as a user does, on this terminal, and gives its exit code: 70 where it ended by a signal. */
export function runAssay(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [bin, ...args], { stdio: 'inherit' });
  // How a run ends when it is interrupted is for itself to decide.
  const forward = (signal: NodeJS.Signals): unknown => child.kill(signal);
  for (const signal of signals) process.on(signal, forward);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      for (const signal of signals) process.off(signal, forward);
      resolve(code ?? 70);
    });
  });
}

const signals = ['SIGINT', 'SIGTERM'] as const;
