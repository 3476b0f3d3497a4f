import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutSecrets } from '../given/known-secrets.ts';

/** Holds the bytes of the first wrong answers of a load run, a file each. */
export const wrongFolder = 'wrong';

/**
 * The stream client leaves out what it was told as it was told; a secret may stand in an answer in another spelling. As
 * Latin-1, so that every byte stays what it is.
 */
export function maskWrongAnswers(path: string): void {
  const folder = join(path, wrongFolder);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const text = readFileSync(file, 'latin1');
    const masked = withoutSecrets(text);
    if (masked !== text) writeFileSync(file, masked, 'latin1');
  }
}
