import { homedir, tmpdir } from 'node:os';

/**
 * The user's home; the folder for temporary files where there is none, as in a container whose user is a bare number: Node
 * then throws instead of answering.
 */
export function homeFolder(home: () => string = homedir): string {
  try {
    return home();
  } catch {
    return tmpdir();
  }
}
