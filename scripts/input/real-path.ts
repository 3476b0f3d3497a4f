import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';

/** The real path, with links resolved as far as the path exists: two paths to the same place are equal. */
export function realPath(path: string): string {
  const whole = resolve(path);
  return existsSync(whole) ? realpathSync(whole) : whole;
}
