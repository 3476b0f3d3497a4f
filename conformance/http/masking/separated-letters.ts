import { separatedBySignsIn, type SeparatedLetters } from './separated-by-signs.ts';

/** More together are a word, or a number, of its own. */
const mostTogether = 4;
const leastLetters = 12;
/** So many bytes may stand between two letters: a quotation mark, a comma and another one, escaped four times. */
const mostBetween = 40;
/** Of more the last ones are looked at again: a secret may begin in them. */
const [mostLetters, overlap] = [16 * 1024, 256];

const backslash = 0x5c;
/** What tokens are made of (RFC 6750 2.1); anything else may stand between. */
const isLetter = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[\w.~+/=-]/.test(String.fromCharCode(byte)) && byte < 0x80 ? 1 : 0,
);
/** Escapes of what stands between: a line end, BEL, a blank, quotation marks. */
const between = /u(?:00[01][0-9a-f]|0020|0022|007f|00a0|20[0-2][0-9a-f]|3000|feff)|x[01][0-9a-f]|[nrtbfv]/iy;

/** All letters that stand at most four together, as far as so many of them follow one another that they tell. */
export function* separatedLettersIn(bytes: Uint8Array): Iterable<SeparatedLetters> {
  let [begin, end, letters] = [0, 0, 0];
  for (let at = 0; at < bytes.length;) {
    const from = afterSigns(bytes, at);
    const isFar = from - end > mostBetween;
    if (isFar || letters > mostLetters) {
      const found = letters < leastLetters ? undefined : apartIn(bytes, begin, end);
      if (found !== undefined) yield found;
      [begin, letters] = isFar ? [from, 0] : [found?.places.at(-overlap) ?? from, overlap];
    }
    const to = afterLetters(bytes, from);
    if (to - from <= mostTogether) letters += to - from;
    else {
      if (letters >= leastLetters) yield apartIn(bytes, begin, end);
      yield* separatedBySignsIn(bytes, from, to);
      [begin, letters] = [to, 0];
    }
    [at, end] = [to, to];
  }
  if (letters >= leastLetters) yield apartIn(bytes, begin, end);
}

function apartIn(bytes: Uint8Array, begin: number, end: number): SeparatedLetters {
  const places: number[] = [];
  for (let at = begin; at < end;) {
    const from = afterSigns(bytes, at);
    at = afterLetters(bytes, from);
    for (let letter = from; letter < at; letter += 1) places.push(letter);
  }
  return { letters: Uint8Array.from(places, (at) => bytes[at] ?? 0), places };
}

function afterLetters(bytes: Uint8Array, from: number): number {
  let to = from;
  while (to < bytes.length && isLetter[bytes[to] ?? 0] === 1) to += 1;
  return to;
}

function afterSigns(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && isLetter[bytes[at] ?? 0] === 0) {
    const isEscape = bytes[at] === backslash;
    at += 1;
    if (isEscape && isLetter[bytes[at] ?? 0] === 1) at += escapeAt(bytes, at);
  }
  return at;
}

function escapeAt(bytes: Uint8Array, at: number): number {
  between.lastIndex = 0;
  return between.exec(String.fromCharCode(...bytes.subarray(at, at + 5)))?.[0].length ?? 0;
}

/** How many letters stand together, from the first of them to the last. */
function sizesOf(places: readonly number[], from: number, to: number): readonly number[] {
  const sizes: number[] = [];
  for (let at = from; at < to; at += 1)
    if (at > from && places[at] === (places[at - 1] ?? 0) + 1) sizes[sizes.length - 1] = (sizes.at(-1) ?? 0) + 1;
    else sizes.push(1);
  return sizes;
}

/**
 * Whether letters were put apart, and are no words: as many together each time, or letters and digits by turns. A token
 * that is a few words is in other people's texts, too. Any twelve of them tell: a letter of what stands beside may
 * continue the secret by chance.
 */
export function isPutBetween({ letters, places }: SeparatedLetters, from: number, to: number): boolean {
  for (let at = from; at + leastLetters <= to; at += 1) if (isEven(sizesOf(places, at, at + leastLetters))) return true;
  return /\d[a-z]+\d|[a-z]\d+[a-z]/i.test(Buffer.from(letters.subarray(from, to)).toString('latin1'));
}

/** As many each time, and at most as many at either end. */
function isEven([first = 0, ...others]: readonly number[]): boolean {
  const last = others.pop() ?? 0;
  const [each = 0] = others;
  return others.every((size) => size === each) && first <= each && last <= each;
}

/** Parts in which as many stand together each time, of a length at which they may be a coding; also what is left of one. */
export function evenlySeparated({ letters, places }: SeparatedLetters, least: number): readonly SeparatedLetters[] {
  const sizes = sizesOf(places, 0, places.length);
  const found: SeparatedLetters[] = [];
  let [begin, group] = [0, 0];
  while (group < sizes.length) {
    const size = sizes[group] ?? 1;
    let last = group;
    while (sizes[last] === size) last += 1;
    const whole = begin + (last - group) * size;
    const end = whole + Math.min(size, sizes[last] ?? 0);
    if (last - group >= leastGroups && end - begin >= least)
      found.push({ letters: letters.subarray(begin, end), places: places.slice(begin, end) });
    [begin, group] = [whole, last];
  }
  return found;
}

/** Fewer words of one length follow one another in any text. */
const leastGroups = 6;
