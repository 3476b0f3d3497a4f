import { placeholders, type Secrets } from './probe.ts';

/** Tokens that are nearly the caller's own, by placeholders that the sender fills in: none of them may open anything. */
export const mutatedTokens = {
  /** Without its last character, as a POSIX shell reads it; of a padded one without its last group. */
  cut: '${ASSAY_TOKEN%?}',
  /** One character in the middle is another one. */
  misspelt: '${ASSAY_TOKEN_MISSPELT}',
  /** Its last character, of a padded one that before the padding, is another one. */
  endChanged: '${ASSAY_TOKEN_END_CHANGED}',
  /** Capitals for small letters, and the other way round; of a token that is surely another one so. */
  swapped: '${ASSAY_TOKEN_SWAPPED}',
} as const;

/** That of no caller. Reports name it by what it is (`reports/check/step.ts`). */
export const unknownToken = 'not-a-token-of-anybody';

const awkMisspelling = [
  '{ at = int(length($0) / 2)',
  'print substr($0, 1, at) (substr($0, at + 1, 1) == "x" ? "y" : "x") substr($0, at + 2) }',
].join('; ');

/**
 * The first bit of six is another one where the character is read as base64, as the last ones may be bits that nobody
 * reads; of a number in hexadecimal it stays one.
 */
const sedEnd = "sed -e 's/[A-Za-f]\\(=*\\)$/0\\1/' -e t -e 's/[^=]\\(=*\\)$/A\\1/'";

/** Each as a POSIX shell makes it of `$ASSAY_TOKEN`. */
export const inWordsOfAShell: readonly (readonly [placeholder: string, word: string])[] = [
  [mutatedTokens.cut, `"${mutatedTokens.cut}"`],
  [mutatedTokens.misspelt, `"$(printf %s "$ASSAY_TOKEN" | awk '${awkMisspelling}')"`],
  [mutatedTokens.endChanged, `"$(printf %s "$ASSAY_TOKEN" | ${sedEnd})"`],
  [mutatedTokens.swapped, '"$(printf %s "$ASSAY_TOKEN" | tr A-Za-z a-zA-Z)"'],
];

/** The near misses of a token, as far as they differ from it; what is absent stays its placeholder, and opens nothing either. */
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

/** Base64 without some of its padding is still the same to many readers: the letters of that group go with it. */
function cut(token: string): string {
  const letters = token.replace(/=+$/, '');
  if (letters === token) return token.slice(0, -1);
  return letters.slice(0, -(letters.length % 4 || 1));
}

/** In the middle: the last character of a signature in base64 may have bits that nobody reads. */
function misspelt(token: string): string {
  const at = Math.floor(token.length / 2);
  return token.slice(0, at) + (token[at] === 'x' ? 'y' : 'x') + token.slice(at + 1);
}

const vowel = /[aeiouy]/i;

/** True where capitals stand only for who reads it: at the beginning of words or syllables. */
function isOfWords(part: string): boolean {
  return (part.match(/[A-Z][a-z]*|[a-z]+/g) ?? []).every((piece) => piece.length > 1 && vowel.test(piece));
}

/**
 * True where whoever gave out the token may well take it with its letters in the other case for the same one: no part of
 * it has both capitals and small letters, as in hexadecimal, base32 and base36, or its capitals begin words or syllables.
 * How keys are issued is not shown (5.6), and neither is in which alphabet: only a token that itself tells capitals from
 * small letters is surely another one in the other case.
 */
function isReadInEitherCase(token: string): boolean {
  return token
    .split(/[^A-Za-z0-9]+/)
    .every((part) => part === part.toUpperCase() || part === part.toLowerCase() || isOfWords(part));
}

function swapped(letter: string): string {
  const lower = letter.toLowerCase();
  return letter === lower ? letter.toUpperCase() : lower;
}
