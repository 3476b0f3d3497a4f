import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildInto } from '../tools/bundled-package.ts';
import { ownTemporaryFolder } from './temporary-folder.testing.ts';

const root = join(import.meta.dirname, '..', '..');
const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly files: readonly string[] };

/**
 * Makes the package once for all tests that start the command line, as `npm pack` would, and passes the path of its
 * `bin.js` in `ASSAY_PACKAGED`: a start from the sources takes up to a third of a second more processor time.
 */
export default async function packaged(project: TestProject): Promise<() => void> {
  const folder = ownTemporaryFolder();
  const own = join(folder, 'node_modules', 'assay');
  mkdirSync(own, { recursive: true });
  await buildInto(own);
  project.onTestsRerun(() => buildInto(own));
  // The other files of the package are links; the command itself has to be a copy to be located there.
  const others = files.filter((file) => file !== 'dist' && !file.startsWith('!'));
  for (const file of [...others, 'package.json', 'node_modules']) {
    const [from, to] = [join(root, file), join(own, file)];
    mkdirSync(dirname(to), { recursive: true });
    if (file === 'scripts/bin.js') cpSync(from, to);
    else symlinkSync(from, to);
  }
  process.env['ASSAY_PACKAGED'] = join(own, 'scripts', 'bin.js');
  return () => rmSync(folder, { recursive: true, force: true });
}
