import { separatedBySignsIn, type SeparatedLetters } from './separated-by-signs.ts';

/** Most letters of a group: more of them are a word or a number. */
const mostTogether = 4;
const leastLetters = 12;
/** Most bytes between two letters: a quotation mark, a comma and another quotation mark, escaped four times. */
const mostBetween = 40;
/**
 * Most letters that are searched at once, and how many of the last are searched again with the next: a secret may begin
 * there.
 */
const [mostLetters, overlap] = [16 * 1024, 256];

const backslash = 0x5c;
/** Characters of tokens (RFC 6750 2.1); anything else may separate them. */
const isLetter = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[\w.~+/=-]/.test(String.fromCharCode(byte)) && byte < 0x80 ? 1 : 0,
);
/** Escapes of separators: a line end, BEL, a blank, quotation marks. */
const between = /u(?:00[01][0-9a-f]|0020|0022|007f|00a0|20[0-2][0-9a-f]|3000|feff)|x[01][0-9a-f]|[nrtbfv]/iy;

/** All letters in groups of at most four, where enough of them follow one another to be part of a secret. */
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

/** The sizes of the groups of letters from index `from` to before `to`. */
function sizesOf(places: readonly number[], from: number, to: number): readonly number[] {
  const sizes: number[] = [];
  for (let at = from; at < to; at += 1)
    if (at > from && places[at] === (places[at - 1] ?? 0) + 1) sizes[sizes.length - 1] = (sizes.at(-1) ?? 0) + 1;
    else sizes.push(1);
  return sizes;
}

/**
 * Whether the letters were deliberately separated and are not words: the groups are equally long, or letters and digits
 * alternate. A token of a few words also stands in other texts. Any twelve letters decide: a neighbouring letter may
 * continue the secret by chance.
 */
export function isPutBetween({ letters, places }: SeparatedLetters, from: number, to: number): boolean {
  for (let at = from; at + leastLetters <= to; at += 1) if (isEven(sizesOf(places, at, at + leastLetters))) return true;
  return /\d[a-z]+\d|[a-z]\d+[a-z]/i.test(Buffer.from(letters.subarray(from, to)).toString('latin1'));
}

/** Whether all groups are equally long, except that the first and the last may be shorter. */
function isEven([first = 0, ...others]: readonly number[]): boolean {
  const last = others.pop() ?? 0;
  const [each = 0] = others;
  return others.every((size) => size === each) && first <= each && last <= each;
}

/** Parts with groups of equal length (the last may be shorter) that are long enough to be encoded data. */
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

/** Fewest groups of equal length: in ordinary text fewer words of one length follow one another. */
const leastGroups = 6;
