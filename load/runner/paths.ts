import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { homeFolder } from './home-folder.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/** The folder of the Go sources: beside this folder in a clone, at the package's root from dist/load/runner. */
export function k6extFolder(): string {
  const inClone = join(here, '../k6ext');
  return existsSync(inClone) ? inClone : join(here, '../../../load/k6ext');
}

/** A scenario's source in a clone; the published package holds its bundle instead. */
export function scenarioFile(name: string): { readonly is: 'source' | 'bundle'; readonly path: string } {
  const source = join(here, '../scenarios', `${name}.ts`);
  if (existsSync(source)) return { is: 'source', path: source };
  return { is: 'bundle', path: join(here, '../scenarios', `${name}.js`) };
}

/** The cache folder by the XDG Base Directory rules: an empty or relative XDG_CACHE_HOME counts as unset. */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  const given = env['XDG_CACHE_HOME'];
  return join(given?.startsWith('/') ? given : join(homeFolder(), '.cache'), 'assay');
}
