/** Letters that stand apart from one another, a few together, and where each of them stands. */
export type SeparatedLetters = {
  readonly letters: Uint8Array;
  readonly places: readonly number[];
  /** Letters and digits alone, to be sought in secrets without their signs. */
  readonly isWithoutSigns?: true;
};

/** More letters and digits together are a word, or a number, of its own. */
const mostTogether = 4;
const leastLetters = 12;
/** Letters in groups of at most four have a sign every five; in base64 every thirty-second is one. */
const mostBytesASign = 8;
/** Of a longer word its beginning tells which of the two it is. */
const longWord = 512;

/** A token is made of these, and of signs (RFC 6750 2.1), which may also stand between its letters. */
const isLetter = Uint8Array.from({ length: 256 }, (_, byte) => (/[a-z\d]/i.test(String.fromCharCode(byte)) ? 1 : 0));

/** A secret without its signs: they cannot be told from those between. */
export function withoutSigns(letters: Uint8Array): Uint8Array {
  return letters.filter((byte) => isLetter[byte] === 1);
}

/** Letters and digits of one word of a text that stand at most four together, with signs between: `Kd8/3hs/Gq2`. */
export function* separatedBySignsIn(bytes: Uint8Array, from: number, to: number): Iterable<SeparatedLetters> {
  const told = Math.min(to, from + longWord);
  if (to - from < leastLetters || signsIn(bytes, from, told) * mostBytesASign < told - from) return;
  let places: number[] = [];
  let begin = from;
  for (let at = from; at <= to; at += 1) {
    if (at < to && isLetter[bytes[at] ?? 0] === 1) continue;
    const isTogether = at - begin <= mostTogether;
    if (isTogether) for (let each = begin; each < at; each += 1) places.push(each);
    if (!isTogether || at === to) {
      if (places.length >= leastLetters) yield lettersAt(bytes, places);
      places = [];
    }
    begin = at + 1;
  }
}

function signsIn(bytes: Uint8Array, from: number, to: number): number {
  let signs = 0;
  for (let at = from; at < to; at += 1) if (isLetter[bytes[at] ?? 0] === 0) signs += 1;
  return signs;
}

function lettersAt(bytes: Uint8Array, places: readonly number[]): SeparatedLetters {
  return { letters: Uint8Array.from(places, (at) => bytes[at] ?? 0), places, isWithoutSigns: true };
}
