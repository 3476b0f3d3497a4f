import { homedir } from 'node:os';
import { join } from 'node:path';

/** XDG Base Directory, state: what belongs to the machine, and is no cache that may be emptied. */
export function stateFolder(env: NodeJS.ProcessEnv): string {
  const given = env['XDG_STATE_HOME'];
  return join(given?.startsWith('/') === true ? given : join(homedir(), '.local', 'state'), 'assay');
}
