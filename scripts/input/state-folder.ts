import { join } from 'node:path';
import { homeFolder } from '../../load/runner/home-folder.ts';

/** assay's folder for state (XDG Base Directory): data of this machine that, unlike a cache, must not be deleted. */
export function stateFolder(env: NodeJS.ProcessEnv): string {
  const given = env['XDG_STATE_HOME'];
  return join(given?.startsWith('/') === true ? given : join(homeFolder(), '.local', 'state'), 'assay');
}
