import { spawn } from 'node:child_process';

/** The result of a short-lived helper program. `couldNotStart` also covers a program that does not exist. */
export type Finished =
  | { readonly is: 'ended'; readonly code: number | null; readonly output: string }
  | { readonly is: 'couldNotStart'; readonly because: string };

type RunOptions = { readonly cwd?: string; readonly env: NodeJS.ProcessEnv; readonly signal?: AbortSignal };

/** Runs a program to its end; `output` is what it printed on both streams, its last 64 KiB. */
export function runToEnd(program: string, args: readonly string[], options: RunOptions): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (text: string): void => {
      output = (output + text).slice(-65_536);
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.on('error', (error) => resolve({ is: 'couldNotStart', because: error.message }));
    child.on('close', (code) => resolve({ is: 'ended', code, output }));
  });
}

export function lastLines(text: string, count: number): string {
  return text.trim().split('\n').slice(-count).join('\n');
}

/** The environment for another program, without assay's own variables, some of which are secrets. */
export function withoutOwnVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('ASSAY_')));
}
