import { ownBytes } from '../../reading/own-bytes.ts';

/** Every `stride`th byte from `first` on: 1 is text as it is, 2 is UTF-16, or some sign between all letters. */
export type Lane = { readonly first: number; readonly stride: number };

/** Letters from `from` to before `to` that are of a secret; `isWhole`: all of it. */
export type Place = { readonly from: number; readonly to: number; readonly name: string; readonly isWhole: boolean };

/** Finds whatever has so many letters of any secret in a row, in whichever case. */
export type WindowIndex = {
  /** `isTold` leaves out windows that are of no secret, by where they begin. */
  readonly add: (name: string, letters: Uint8Array, isTold?: (at: number) => boolean) => void;
  /** In order, none over another. Counted in letters of the lane. */
  readonly placesIn: (bytes: Uint8Array, lane?: Lane) => readonly Place[];
};

type Known = { readonly name: string; readonly letters: Uint8Array; readonly folded: Uint8Array };
type Occurrence = { readonly of: Known; readonly at: number };

export const everyLetter: Lane = { first: 0, stride: 1 };
/** Letters that are looked at together. */
const gramLetters = 4;
const hashBits = 19;

/** ASCII letters in small; RFC 6750 tokens have no others. */
const fold = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));
const folded = (byte: number | undefined): number => fold[byte ?? 0] ?? 0;

/** `window`: how many letters in a row are looked for. */
export function createWindowIndex(window: number): WindowIndex {
  const windows = new Map<string, Occurrence[]>();
  /** A bit each: small enough to stay near the processor. */
  const grams = new Uint8Array(2 ** (hashBits - 3));
  const isKnown = (gram: number): boolean => (((grams[gram >>> 3] ?? 0) >>> (gram & 7)) & 1) === 1;
  /** Wherever a window lies, one of the groups that are so far apart lies within it, */
  const apart = window - gramLetters + 1;
  /** and another one so far before or behind that. */
  const near = (window - gramLetters) >> 1;

  const addAt = (of: Known, at: number): void => {
    const word = wordAt(of.folded, at, 1, window);
    const others = windows.get(word);
    if (others === undefined) windows.set(word, [{ of, at }]);
    else others.push({ of, at });
    for (let within = at; within < at + apart; within += 1) {
      const gram = gramAt(of.folded, within, 1);
      grams[gram >>> 3] = (grams[gram >>> 3] ?? 0) | (1 << (gram & 7));
    }
  };
  return {
    add: (name, given, isTold = () => true) => {
      const letters = ownBytes(given);
      const of = { name, letters, folded: letters.map(folded) };
      for (let at = 0; at + window <= letters.length; at += 1) if (isTold(at)) addAt(of, at);
    },
    placesIn: (bytes, lane = everyLetter) => {
      const { first, stride } = lane;
      const places: Place[] = [];
      const end = bytes.length;
      const [step, wide] = [apart * stride, near * stride];
      for (let at = first + step - stride; at + (gramLetters - 1) * stride < end; at += step) {
        if (!isKnown(gramAt(bytes, at, stride))) continue;
        const isBefore = at - wide >= first && isKnown(gramAt(bytes, at - wide, stride));
        const isBehind = at + wide + (gramLetters - 1) * stride < end && isKnown(gramAt(bytes, at + wide, stride));
        if (!isBefore && !isBehind) continue;
        const from = Math.max(first, at - step + stride);
        for (let start = from; start <= at && start + (window - 1) * stride < end; start += stride) {
          if (isWithin(places.at(-1), (start - first) / stride, window)) continue;
          const found = windows.get(wordAt(bytes, start, stride, window));
          if (found !== undefined) add(places, widest(found, bytes, lane, (start - first) / stride, window));
        }
      }
      return places;
    },
  };
}

/**
 * What goes on behind the last place has a letter behind it too, and is found there. A secret of one letter, over and over,
 * would else be compared with itself at each letter of a long run.
 */
function isWithin(last: Place | undefined, start: number, window: number): boolean {
  return last !== undefined && start >= last.from && start + window <= last.to;
}

/** Two that overlap are one, named after the one of which more is there. */
function add(places: Place[], place: Place): void {
  const last = places.at(-1);
  if (last === undefined || place.from >= last.to) {
    places.push(place);
    return;
  }
  const wider = place.to - place.from > last.to - last.from ? place : last;
  const [from, to] = [Math.min(last.from, place.from), Math.max(last.to, place.to)];
  places[places.length - 1] = { ...wider, from, to };
}

function gramAt(bytes: Uint8Array, at: number, stride: number): number {
  const letters =
    folded(bytes[at]) |
    (folded(bytes[at + stride]) << 8) |
    (folded(bytes[at + 2 * stride]) << 16) |
    (folded(bytes[at + 3 * stride]) << 24);
  return Math.imul(letters, 0x9e3779b1) >>> (32 - hashBits);
}

/** So many letters, in small. */
export function wordAt(bytes: Uint8Array, at: number, stride: number, letters: number): string {
  let word = '';
  for (let letter = 0; letter < letters; letter += 1) word += String.fromCharCode(folded(bytes[at + letter * stride]));
  return word;
}

/** The secret of which most stands around here; of two the one that stands here whole, in its own letters. */
function widest(
  found: readonly Occurrence[],
  bytes: Uint8Array,
  { first, stride }: Lane,
  start: number,
  window: number,
): Place {
  const here = found.map(({ of, at: within }) => {
    const isAlike = (by: number): boolean => {
      const at = first + (start + by) * stride;
      return at >= first && at < bytes.length && folded(bytes[at]) === of.folded[within + by];
    };
    let before = 0;
    while (before < within && isAlike(-before - 1)) before += 1;
    let behind = window;
    while (within + behind < of.folded.length && isAlike(behind)) behind += 1;
    let same = 0;
    for (let by = -before; by < behind; by += 1)
      if (bytes[first + (start + by) * stride] === of.letters[within + by]) same += 1;
    const length = before + behind;
    return { name: of.name, before, behind, length, isWhole: length === of.folded.length, same };
  });
  const rank = (each: (typeof here)[number]): number => 1e6 * each.length + (each.isWhole ? 5e5 : 0) + each.same;
  const { name, isWhole, before, behind } = here.reduce((one, other) => (rank(other) > rank(one) ? other : one));
  return { from: start - before, to: start + behind, name, isWhole };
}
