/** Letters that are separated from one another, alone or in small groups, with the place of each. */
export type SeparatedLetters = {
  readonly letters: Uint8Array;
  readonly places: readonly number[];
  /** Letters and digits alone, to be searched for in secrets without their signs. */
  readonly isWithoutSigns?: true;
};

/** Most letters and digits of a group: more of them are a word or a number. */
const mostTogether = 4;
const leastLetters = 12;
/** Most bytes for each sign: letters in groups of at most four have a sign every five bytes, base64 has one in 32. */
const mostBytesASign = 8;
/** Bytes at the beginning of a long word that decide whether it is separated letters or base64. */
const longWord = 512;

/** Letters and digits. Tokens have these and signs (RFC 6750 2.1), and the same signs may separate the letters. */
const isLetter = Uint8Array.from({ length: 256 }, (_, byte) => (/[a-z\d]/i.test(String.fromCharCode(byte)) ? 1 : 0));

/** A secret without its signs, which cannot be told from the signs between its letters. */
export function withoutSigns(letters: Uint8Array): Uint8Array {
  return letters.filter((byte) => isLetter[byte] === 1);
}

/** Letters and digits of a word that stand in groups of at most four, with signs between them: `Kd8/3hs/Gq2`. */
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
