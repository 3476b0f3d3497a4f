import { join } from 'node:path';
import { homeFolder } from '../../load/runner/home-folder.ts';

/** XDG Base Directory, state: what belongs to the machine, and is no cache that may be emptied. */
export function stateFolder(env: NodeJS.ProcessEnv): string {
  const given = env['XDG_STATE_HOME'];
  return join(given?.startsWith('/') === true ? given : join(homeFolder(), '.local', 'state'), 'assay');
}
