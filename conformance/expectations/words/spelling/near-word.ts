/**
 * Most edits between a word and what is nearly the word. Two swapped letters are two edits, and the first or last ten
 * of the twelve letters are two edits away as well.
 */
const mostEdits = 2;

/** Shortest and longest text that may be nearly a planted word of twelve letters. */
const [fewestLetters, mostLetters] = [10, 14];

/**
 * A word as written by a bot that plays with letters or masks them. Hyphens within belong to it, marks of emphasis
 * around it do not.
 */
const written = /[a-z0-9@$](?:[a-z0-9@$*-]*[a-z0-9@$])?/g;

/** The letters that a digit or sign may stand for. */
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

/** Most characters that are searched, over all texts of an answer together, since an answer may have any length. */
const mostRead = 100_000;

/**
 * What the texts, in plain letters, say that could be nearly a planted word. The shortest texts come first, since
 * replies are among them.
 */
export function findNearWords(texts: readonly string[]): readonly string[] {
  const found = new Set<string>();
  let left = mostRead;
  for (const text of [...new Set(texts)].toSorted((a, b) => a.length - b.length)) {
    for (const each of text.slice(0, left).match(written) ?? []) if (isLong(each.replaceAll('-', ''))) found.add(each);
    left -= text.length;
    if (left <= 0) break;
  }
  return [...found];
}

function isLong(said: string): boolean {
  const { length } = said.replaceAll('*', '');
  const isWordLong = said.length >= fewestLetters && said.length <= mostLetters;
  return isWordLong && length >= fewestLetters - mostMasked && said.length - length <= mostMasked;
}

/**
 * What is said instead of the word, with a letter or two different, as by a bot that misspells words without a meaning:
 * a bot that says ten of the twelve letters was told the word. This shows only that a bot remembers, never that an
 * answer says what it should not.
 */
export function findNearWord(said: readonly string[], word: string): string | undefined {
  const letters = new Set(word);
  return said.find((each) => {
    const bare = each.replaceAll('-', '');
    return hasMostOf(letters, bare) && editsBetween(bare, word) <= mostEdits;
  });
}

/** Each letter that the word does not have is an edit. This excludes most words without computing their distance. */
function hasMostOf(letters: ReadonlySet<string>, said: string): boolean {
  let others = 0;
  for (const letter of said) {
    const isOfWord =
      letter === '*' || letters.has(letter) || Array.from(alike[letter] ?? '').some((is) => letters.has(is));
    if (!isOfWord && ++others > mostEdits) return false;
  }
  return true;
}

/** Most stars in place of letters: enough of the twelve letters are left to know the word. */
const mostMasked = 3;

/**
 * Number of letters to replace, insert or leave out (Levenshtein distance). Above `mostEdits` it may be a lower bound.
 */
function editsBetween(said: string, word: string): number {
  let row = Array.from({ length: word.length + 1 }, (_, at) => at);
  for (let down = 0; down < said.length; down += 1) {
    const letter = said[down] ?? '';
    const next = [down + 1];
    let least = down + 1;
    for (let across = 0; across < word.length; across += 1) {
      const against = word[across] ?? '';
      const isSame = letter === against || letter === '*' || alike[letter]?.includes(against) === true;
      const replaced = (row[across] ?? 0) + (isSame ? 0 : 1);
      const edits = Math.min(replaced, (row[across + 1] ?? 0) + 1, (next[across] ?? 0) + 1);
      next.push(edits);
      least = Math.min(least, edits);
    }
    if (least > mostEdits) return least;
    row = next;
  }
  return row.at(-1) ?? 0;
}
