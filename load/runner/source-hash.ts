import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Names a binary by what goes into it: sources and pinned modules, not tests, and the kind of machine, of which `arch` is
 * what Node calls its processor there.
 */
export async function sourceHash(folder: string, arch: string = process.arch): Promise<string> {
  const files = (await readdir(folder, { recursive: true })).filter(goesIntoBinary).toSorted();
  const hash = createHash('sha256').update(`${process.platform} ${arch}`);
  for (const file of files) {
    hash.update(`\0${file}\0`);
    hash.update(await readFile(join(folder, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

function goesIntoBinary(file: string): boolean {
  return /(^|\/)go\.(mod|sum)$/.test(file) || (file.endsWith('.go') && !file.endsWith('_test.go'));
}
