import type { ChildProcess } from 'node:child_process';

const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * The exit code of a child process: 70 where it ended by a signal. Signals are forwarded, and the child decides how it
 * ends.
 */
export function codeOfChild(child: ChildProcess): Promise<number> {
  const forward = (signal: NodeJS.Signals): unknown => child.kill(signal);
  for (const signal of signals) process.on(signal, forward);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      for (const signal of signals) process.off(signal, forward);
      resolve(code ?? 70);
    });
  });
}
