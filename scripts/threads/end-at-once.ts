import { existsSync } from 'node:fs';

/** A program that only ends with a code. */
const shell = '/bin/sh';

/**
 * Ends this process with the code, whatever its other threads are doing. `process.exit` first waits for each of them:
 * some seconds for one that parses megabytes of JSON, and one that is stopped while it opens a brotli decoder ends the
 * process with 134 instead. The process is replaced by a shell that only exits with the code; where the system cannot
 * do that, it waits.
 */
export function endAtOnce(code: number): never {
  process.emit('exit', code);
  if (process.execve !== undefined && existsSync(shell)) process.execve(shell, ['sh', '-c', `exit ${code}`], {});
  process.exit(code);
}
