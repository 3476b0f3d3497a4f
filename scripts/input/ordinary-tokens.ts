import { isDistinctive } from '../../conformance/http/masking/ordinary.ts';
import { print } from '../output/print.ts';
import { keepSecret } from './known-secrets.ts';
import type { Target } from './target.ts';

const because =
  'it is too short, or too much like a word, to tell it from ordinary text: whether an answer repeats it is not judged, and it may stay readable in stored results. Use 16 characters, or letters with digits';

/** Says on stderr which of the tokens that were given no masking can tell from ordinary text. */
export function tellOrdinary({ token, otherToken, spentToken }: Target): void {
  const given = { '--token': token, '--other-token': otherToken, '--spent-token': spentToken };
  for (const [flag, secret] of Object.entries(given))
    if (secret !== undefined && !isDistinctive(secret)) print(`${flag}: ${because}`, process.stderr);
}

let isTold = false;

/** Keeps the token of a workspace that a provisioner made; of the first that is ordinary text that is said. */
export function learnToken(name: string, token: string): void {
  keepSecret(name, token);
  if (isTold || isDistinctive(token)) return;
  isTold = true;
  print(`a token of the provisioner: ${because}`, process.stderr);
}
