import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutSecrets } from '../../input/known-secrets.ts';

/** Holds the bytes of the first wrong answers of a load run, a file each. */
export const wrongFolder = 'wrong';

/** Holds what was spoken, a file each (`<request>.<format>`), and beside it the body that asked for it (`<request>.json`). */
export const audioFolder = 'audio';

/**
 * The stream client leaves out what it was told as it was told; a secret may stand in an answer in another spelling. As
 * Latin-1, so that every byte stays what it is.
 */
export function maskWrongAnswers(path: string): void {
  maskTexts(join(path, wrongFolder), '.txt');
}

/** The same of what was asked to be spoken: a trace may say anything. */
export function maskAskedSpeech(path: string): void {
  maskTexts(join(path, audioFolder), '.json');
}

function maskTexts(folder: string, ending: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((each) => each.endsWith(ending))) {
    const file = join(folder, name);
    const text = readFileSync(file, 'latin1');
    const masked = withoutSecrets(text);
    if (masked !== text) writeFileSync(file, masked, 'latin1');
  }
}
