import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { certificateFile } from '../../conformance/evidence/bundle.ts';
import { UsageError } from '../errors/usage-error.ts';

/** The folder of a bundle that a command was given. Throws a UsageError where there is none. */
export function bundleAt(given: string | undefined, command: 'verify' | 'recheck'): string {
  if (given === undefined)
    throw new UsageError(
      `${command} needs the folder of a bundle: npx assay ${command} BUNDLE --key ${command === 'verify' ? 'pub' : 'key'}.pem`,
    );
  const path = resolve(given);
  if (!existsSync(path) || !statSync(path).isDirectory()) throw new UsageError(`${path} is not a folder`);
  if (existsSync(join(path, certificateFile))) return path;
  const inner = join(path, 'bundle');
  const hint = existsSync(join(inner, certificateFile)) ? `; did you mean ${inner}?` : '; assay certify makes one';
  throw new UsageError(`${path} is not a bundle: there is no ${certificateFile} in it${hint}`);
}
