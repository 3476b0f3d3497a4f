import { basename, dirname } from 'node:path';
import { ensureK6, k6Path } from '../../load/runner/ensure-k6.ts';
import { output } from './runner.ts';

/**
 * For action.yml: prints where the k6 of these sources is kept, and its cache key. With the argument `build` it is
 * built there, so that it can be cached before anything else may fail.
 */
const folder = dirname(await k6Path({ env: process.env }));
output('path', folder);
output('key', `assay-${basename(folder)}`);
if (process.argv[2] === 'build') {
  const k6 = await ensureK6({ env: process.env }, ({ because }) => console.log(because));
  if (k6.is !== 'ready') {
    console.error(k6.because);
    process.exitCode = 3;
  }
}
