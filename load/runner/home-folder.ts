import { homedir, tmpdir } from 'node:os';

/**
 * The home folder of the user, or the folder for temporary files where there is none, as in a container whose user is a
 * bare number: Node's `homedir` then throws.
 */
export function homeFolder(home: () => string = homedir): string {
  try {
    return home();
  } catch {
    return tmpdir();
  }
}
