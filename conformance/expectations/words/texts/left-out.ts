/** A stretch of a text that another text leaves out, and what stands before it. */
export type Omission = { readonly before: string; readonly stretch: string };

/**
 * The stretches of `whole` that `text` leaves out, each with letters or signs beyond ASCII, as where pieces were
 * dropped because they were cut within such a letter. Undefined for a text with any other difference: it has anything
 * else in their place, or lacks the beginning, the end, a stretch of plain letters, or more than half of all plain
 * letters.
 */
export function findOmissions(whole: string, text: string): readonly Omission[] | undefined {
  const begin = whole.slice(0, fewestShared);
  for (let at = text.indexOf(begin); at !== -1; at = text.indexOf(begin, at + 1)) {
    const left = leftOutFrom(at, whole, text);
    if (left !== undefined && plainIn(left.map(({ stretch }) => stretch).join('')) * 2 <= plainIn(whole)) return left;
  }
  return undefined;
}

const fewestShared = 4;

function plainIn(text: string): number {
  return text.match(/[a-z\d]/gi)?.length ?? 0;
}

function leftOutFrom(begin: number, whole: string, text: string): readonly Omission[] | undefined {
  const left: Omission[] = [];
  let [at, place] = [begin, 0];
  while (place < whole.length) {
    if (text[at] === whole[place]) {
      [at, place] = [at + 1, place + 1];
      continue;
    }
    const next = goesOnAt(text.slice(at, at + longestPiece), whole, place);
    if (next === undefined) return undefined;
    left.push({ before: whole.slice(0, place), stretch: whole.slice(place, next) });
    place = next;
  }
  return left;
}

/**
 * Most characters by which the place is found where the text goes on. A piece between two dropped pieces may be
 * shorter.
 */
const longestPiece = 12;

function goesOnAt(said: string, whole: string, place: number): number | undefined {
  for (let length = said.length; length > 0; length -= 1) {
    const next = whole.indexOf(said.slice(0, length), place + 1);
    if (next !== -1 && /[^\0-\x7f]/.test(whole.slice(place, next))) return next;
  }
  return undefined;
}
