/** Two letters that changed places are two edits. */
const mostEdits = 2;

/** Words about as long as a planted one. */
const longWord = /\b[a-z]{10,14}\b/g;

/**
 * What texts say instead of a word, with a letter or two of it otherwise, as a bot does that misspells what means nothing.
 * A part of the word is none of these: what was cut was lost.
 */
export function nearWordIn(texts: readonly string[], word: string): string | undefined {
  const said = new Set(texts.flatMap((text) => text.toLowerCase().match(longWord) ?? []));
  return [...said].find((each) => !word.includes(each) && editsBetween(each, word) <= mostEdits);
}

/** Letters to replace, to put in or to leave out (Levenshtein's distance). */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [down, letter] of Array.from(one).entries()) {
    const next = [down + 1];
    for (const [across, against] of Array.from(other).entries()) {
      const replaced = (row[across] ?? 0) + (letter === against ? 0 : 1);
      next.push(Math.min(replaced, (row[across + 1] ?? 0) + 1, (next[across] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
