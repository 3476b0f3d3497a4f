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

/** Of all texts of an answer together no more is looked at: an answer may be as long as it likes. */
const mostRead = 100_000;

/** What texts in plain letters say that could be nearly a planted word: the shortest first, among which replies are. */
export function likeWords(texts: readonly string[]): readonly string[] {
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
 * What is said instead of a word, with a letter or two of it otherwise, as a bot does that misspells what means nothing:
 * whoever says ten of its twelve letters was told it. Only whether a bot remembers follows from it, and never that an answer
 * says what it should not.
 */
export function nearWordIn(said: readonly string[], word: string): string | undefined {
  const letters = new Set(word);
  return said.find((each) => {
    const bare = each.replaceAll('-', '');
    return hasMostOf(letters, bare) && editsBetween(bare, word) <= mostEdits;
  });
}

/** Each letter that the word does not have at all is an edit: so most others are told apart without a table. */
function hasMostOf(letters: ReadonlySet<string>, said: string): boolean {
  let others = 0;
  for (const letter of said) {
    const isOfWord =
      letter === '*' || letters.has(letter) || Array.from(alike[letter] ?? '').some((is) => letters.has(is));
    if (!isOfWord && ++others > mostEdits) return false;
  }
  return true;
}

/** So many stars may stand for any letters: of twelve letters enough are left to know the word by. */
const mostMasked = 3;

/** Letters to replace, to put in or to leave out (Levenshtein's distance); where they are too many, how many are too many. */
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
