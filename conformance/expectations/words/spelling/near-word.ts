import { plainLetters } from './plain-letters.ts';

/** Two letters that changed places are two edits. So the first or last ten letters of twelve are near, too. */
const mostEdits = 2;

/** Words about as long as a planted one. */
const [fewestLetters, mostLetters] = [10, 14];

/** As letters are written by one who plays with them, or masked: hyphens in a word, and marks of emphasis around it, are none. */
const written = /[a-z0-9@$](?:[a-z0-9@$*-]*[a-z0-9@$])?/g;

/** What stands for which letters. */
const alike: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'il',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'bg',
  '7': 't',
  '8': 'b',
  '9': 'gq',
  '@': 'a',
  $: 's',
};

/** Of a text that says a word again no more is looked at: an answer may be as long as it likes. */
const mostRead = 100_000;

/**
 * What texts say instead of a word, with a letter or two of it otherwise, as a bot does that misspells what means nothing:
 * whoever says ten of its twelve letters was told it. Only whether a bot remembers follows from it, and never that an answer
 * says what it should not.
 */
export function nearWordIn(texts: readonly string[], word: string): string | undefined {
  const said = new Set(texts.flatMap((text) => plainLetters(text.slice(0, mostRead)).match(written) ?? []));
  return [...said].find((each) => isNear(each.replaceAll('-', ''), word));
}

function isNear(said: string, word: string): boolean {
  const { length } = said.replaceAll('*', '');
  const isLong = length >= fewestLetters - mostMasked && said.length >= fewestLetters && said.length <= mostLetters;
  return isLong && said.length - length <= mostMasked && editsBetween(said, word) <= mostEdits;
}

/** So many stars may stand for any letters: of twelve letters enough are left to know the word by. */
const mostMasked = 3;

/** Letters to replace, to put in or to leave out (Levenshtein's distance). */
function editsBetween(said: string, word: string): number {
  let row = Array.from({ length: word.length + 1 }, (_, at) => at);
  for (const [down, letter] of Array.from(said).entries()) {
    const next = [down + 1];
    for (const [across, against] of Array.from(word).entries()) {
      const isSame = letter === against || letter === '*' || alike[letter]?.includes(against) === true;
      const replaced = (row[across] ?? 0) + (isSame ? 0 : 1);
      next.push(Math.min(replaced, (row[across + 1] ?? 0) + 1, (next[across] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
