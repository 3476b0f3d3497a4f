import { sharesOwnWords } from '../../conformance/http/masking/own-words.ts';
import { isDistinctive } from '../../conformance/http/masking/ordinary.ts';
import { print } from '../output/print.ts';
import { rememberSecret } from './known-secrets.ts';
import type { Target } from './target.ts';

const because =
  'it is too short, or too much like a word, to tell it from ordinary text: whether an answer repeats it is not judged, and it may stay readable in stored results. Use 16 characters, or letters with digits';

const becauseShared =
  'it shares twelve characters in a row with the name of a check or other words that assay itself writes: these stay readable in reports, and the whole token is masked wherever it occurs';

/** Says on stderr which of the given tokens masking cannot tell from ordinary text, or from assay's own words. */
export function warnOfOrdinaryTokens({ token, otherToken, spentToken }: Target): void {
  const given = { '--token': token, '--other-token': otherToken, '--spent-token': spentToken };
  for (const [flag, secret] of Object.entries(given)) {
    const warning = secret === undefined ? undefined : warningAbout(secret);
    if (warning !== undefined) print(`${flag}: ${warning}`, process.stderr);
  }
}

function warningAbout(secret: string): string | undefined {
  if (!isDistinctive(secret)) return because;
  return sharesOwnWords(secret) ? becauseShared : undefined;
}

let isTold = false;

/**
 * Keeps the token of a workspace that a provisioner made; the first one that looks like ordinary text causes a warning.
 */
export function rememberWorkspaceToken(name: string, token: string): void {
  rememberSecret(name, token);
  const warning = isTold ? undefined : warningAbout(token);
  if (warning === undefined) return;
  isTold = true;
  print(`a token of the provisioner: ${warning}`, process.stderr);
}
