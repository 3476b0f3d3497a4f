import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';

/** Where a path leads in the end, links followed as far as it is there: two that lead to the same are the same. */
export function realPath(path: string): string {
  const whole = resolve(path);
  return existsSync(whole) ? realpathSync(whole) : whole;
}
