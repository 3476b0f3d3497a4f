import { existsSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resourceUrl } from './resources.ts';

/**
 * How to start assay in a folder: `npx assay` in its clone and where it is installed, for the folder or on PATH.
 * Elsewhere npx would ask the registry for a package of this name, so the path of this one is given.
 */
export function ownCommand(folder: string, path = process.env['PATH'] ?? ''): string {
  const own = fileURLToPath(resourceUrl('scripts/bin.js'));
  const root = dirname(dirname(own));
  const isFound =
    foldersFrom(resolve(folder)).some((each) => each === root || existsSync(join(each, 'node_modules/.bin/assay'))) ||
    path.split(delimiter).some((each) => each !== '' && existsSync(join(each, 'assay')));
  return isFound ? 'npx assay' : `node ${/^[\w./-]+$/.test(own) ? own : `'${own.replaceAll("'", `'\\''`)}'`}`;
}

function foldersFrom(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersFrom(above)];
}
