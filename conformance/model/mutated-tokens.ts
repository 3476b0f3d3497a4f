import { placeholders, type Secrets } from './probe.ts';

/** Near misses of the caller's own token, by placeholders that the sender fills in: none of them may open anything. */
export const mutatedTokens = {
  /**
   * The token without its last character, written as a POSIX shell expands it; a padded token without its last group.
   */
  cut: '${ASSAY_TOKEN%?}',
  /** The token with one character in the middle changed. */
  misspelt: '${ASSAY_TOKEN_MISSPELT}',
  /** The token with its last character changed; in a padded token the last one before the padding. */
  endChanged: '${ASSAY_TOKEN_END_CHANGED}',
  /** The token with capitals and small letters swapped; only for a token that surely becomes another one. */
  swapped: '${ASSAY_TOKEN_SWAPPED}',
} as const;

/** A token of no caller. Reports name it by what it is (`reports/check/step.ts`). */
export const unknownToken = 'not-a-token-of-anybody';

const awkMisspelling = [
  '{ at = int(length($0) / 2)',
  'print substr($0, 1, at) (substr($0, at + 1, 1) == "x" ? "y" : "x") substr($0, at + 2) }',
].join('; ');

/**
 * Changes the first of the six bits where the character is read as base64, as nobody may read the last bits. A number
 * in hexadecimal stays one.
 */
const sedEnd = "sed -e 's/[A-Za-f]\\(=*\\)$/0\\1/' -e t -e 's/[^=]\\(=*\\)$/A\\1/'";

/** The shell word for each near miss, made from `$ASSAY_TOKEN`. */
export const inWordsOfAShell: readonly (readonly [placeholder: string, word: string])[] = [
  [mutatedTokens.cut, `"${mutatedTokens.cut}"`],
  [mutatedTokens.misspelt, `"$(printf %s "$ASSAY_TOKEN" | awk '${awkMisspelling}')"`],
  [mutatedTokens.endChanged, `"$(printf %s "$ASSAY_TOKEN" | ${sedEnd})"`],
  [mutatedTokens.swapped, '"$(printf %s "$ASSAY_TOKEN" | tr A-Za-z a-zA-Z)"'],
];

/**
 * The near misses of a token that differ from it. For one that is absent the placeholder is sent, which opens nothing
 * either.
 */
export function mutatedTokensOf(secrets: Secrets): Secrets {
  const token = secrets[placeholders.token];
  if (token === undefined || token === '') return {};
  const made: Readonly<Record<string, string>> = {
    [mutatedTokens.cut]: cut(token),
    [mutatedTokens.misspelt]: misspelt(token),
    [mutatedTokens.endChanged]: token.replace(/[^=](?==*$)/, (last) => (/[A-Za-f]/.test(last) ? '0' : 'A')),
    ...(isReadInEitherCase(token) ? {} : { [mutatedTokens.swapped]: [...token].map(swapped).join('') }),
  };
  return Object.fromEntries(Object.entries(made).filter(([, value]) => value !== token && value !== ''));
}

/**
 * Many readers accept base64 without some of its padding as the same token: the letters of the last group are removed
 * too.
 */
function cut(token: string): string {
  const letters = token.replace(/=+$/, '');
  if (letters === token) return token.slice(0, -1);
  return letters.slice(0, -(letters.length % 4 || 1));
}

/** In the middle: the last character of a base64 signature may have bits that nobody reads. */
function misspelt(token: string): string {
  const at = Math.floor(token.length / 2);
  return token.slice(0, at) + (token[at] === 'x' ? 'y' : 'x') + token.slice(at + 1);
}

const vowel = /[aeiouy]/i;

/** True where capitals only help readers: they stand at the beginning of words or syllables. */
function isOfWords(part: string): boolean {
  return (part.match(/[A-Z][a-z]*|[a-z]+/g) ?? []).every((piece) => piece.length > 1 && vowel.test(piece));
}

/**
 * True where the service may well take the token in the other letter case for the same one. Either no part of it has
 * both capitals and small letters, as in hexadecimal, base32 and base36. Or its capitals begin words or syllables. How
 * keys are issued is not shown (5.6), and neither is their alphabet: only a token that itself tells capitals from small
 * letters surely becomes another one in the other case.
 */
function isReadInEitherCase(token: string): boolean {
  return partsOf(token).every((part) => isOfOneCase(part) || isOfWords(part));
}

function partsOf(token: string): readonly string[] {
  return token.split(/[^A-Za-z0-9]+/);
}

function isOfOneCase(part: string): boolean {
  return part === part.toUpperCase() || part === part.toLowerCase();
}

/** Why a token may be the same one in the other letter case, where `mutatedTokensOf` makes no other one of it. */
export function sameInOtherCase(token: string): string {
  if (!/[A-Za-z]/.test(token)) return 'the token has no letters, so that there is no other letter case of it';
  const parts = partsOf(token);
  const look = parts.every(isOfOneCase)
    ? 'has no part with both capitals and small letters, as codes in hexadecimal or base32'
    : 'has capitals only where words or syllables begin';
  return `the token ${look}, so that in the other letter case it may be the same one; one such as kEy01xQ8 would be judged`;
}

function swapped(letter: string): string {
  const lower = letter.toLowerCase();
  return letter === lower ? letter.toUpperCase() : lower;
}
