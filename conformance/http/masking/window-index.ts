import { createWindowTable, folded, type WindowTable } from './window-table.ts';

/**
 * Every `stride`th byte from `first` on: stride 1 is plain text; stride 2 is UTF-16, or text with one sign between all
 * letters.
 */
export type Lane = { readonly first: number; readonly stride: number };

/** Letters from `from` to before `to` that belong to a secret; `isWhole` where they are the whole secret. */
export type SecretSpan = {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  readonly isWhole: boolean;
};

/** Finds places with `window` letters of any secret in a row, in either case. */
export type WindowIndex = {
  /** `isTold` says, by where a window begins, whether it belongs to the secret. */
  readonly add: (name: string, letters: Uint8Array, isTold?: (at: number) => boolean) => void;
  /** Places in order and without overlap, counted in letters of the lane. */
  readonly placesIn: (bytes: Uint8Array, lane?: Lane) => readonly SecretSpan[];
};

/** The letters of a secret in the table, from `from` to before `to`. */
type Known = { readonly name: string; readonly from: number; readonly to: number };

export const everyLetter: Lane = { first: 0, stride: 1 };
/** Number of letters that are hashed together. */
const gramLetters = 4;
const hashBits = 19;

/** `window`: number of letters in a row that are searched for. */
export function createWindowIndex(window: number): WindowIndex {
  const table = createWindowTable(window);
  const known: Known[] = [];
  /** A bit for each hash: small enough to stay in the cache of the processor. */
  const grams = new Uint8Array(2 ** (hashBits - 3));
  const isKnown = (gram: number): boolean => (((grams[gram >>> 3] ?? 0) >>> (gram & 7)) & 1) === 1;
  /** Step of the search: every window contains a group of letters at one of these steps, */
  const apart = window - gramLetters + 1;
  /** and another group this far before or behind it. */
  const near = (window - gramLetters) >> 1;

  const addAt = (letters: Uint8Array, at: number): void => {
    for (let within = at; within < at + apart; within += 1) {
      const gram = gramAt(letters, within, 1);
      grams[gram >>> 3] = (grams[gram >>> 3] ?? 0) | (1 << (gram & 7));
    }
  };
  return {
    add: (name, letters, isTold = () => true) => {
      const from = table.put(letters);
      known.push({ name, from, to: from + letters.length });
      for (let at = 0; at + window <= letters.length; at += 1) {
        if (!isTold(at)) continue;
        table.note(from + at);
        addAt(letters, at);
      }
    },
    placesIn: (bytes, lane = everyLetter) => {
      const { first, stride } = lane;
      const places: SecretSpan[] = [];
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
          const found = table.alike(bytes, start, stride);
          if (found.length === 0) continue;
          const seen = { bytes, lane, start: (start - first) / stride, window };
          add(
            places,
            widest(
              found.map((place) => standing(place, knownAt(known, place), table, seen)),
              seen,
            ),
          );
        }
      }
      return places;
    },
  };
}

/**
 * True where the window lies within the last place, which already reaches as far as the secret does. Otherwise a secret
 * of one repeated letter would be compared with itself at each letter of a long run.
 */
function isWithin(last: SecretSpan | undefined, start: number, window: number): boolean {
  return last !== undefined && start >= last.from && start + window <= last.to;
}

/** Merges overlapping places to one with the name of the longer. */
function add(places: SecretSpan[], place: SecretSpan): void {
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

/** The secret to which the letter at this place of the table belongs. */
function knownAt(known: readonly Known[], place: number): Known {
  let [low, high] = [0, known.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((known[middle]?.from ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return known[low] ?? { name: '', from: place, to: place };
}

/** A matching window, counted in letters of the lane. */
type Seen = { readonly bytes: Uint8Array; readonly lane: Lane; readonly start: number; readonly window: number };

/** How many letters of a secret stand around a matching window. */
type Standing = {
  readonly name: string;
  readonly before: number;
  readonly behind: number;
  readonly isWhole: boolean;
  /** Number of letters that also match in case. */
  readonly same: number;
};

function standing(place: number, { name, from, to }: Known, { letterAt }: WindowTable, seen: Seen): Standing {
  const { bytes, start, window } = seen;
  const { first, stride } = seen.lane;
  const isAlike = (by: number): boolean => {
    const at = first + (start + by) * stride;
    return at >= first && at < bytes.length && folded(bytes[at]) === folded(letterAt(place + by));
  };
  let before = 0;
  while (place - before > from && isAlike(-before - 1)) before += 1;
  let behind = window;
  while (place + behind < to && isAlike(behind)) behind += 1;
  let same = 0;
  for (let by = -before; by < behind; by += 1)
    if (bytes[first + (start + by) * stride] === letterAt(place + by)) same += 1;
  return { name, before, behind, isWhole: before + behind === to - from, same };
}

/**
 * The secret of which most letters stand here. Of equal ones: the one that stands here whole, then the one with most
 * letters in its own case, then the one that was added first, which comes last in `found`.
 */
function widest(found: readonly Standing[], { start }: Seen): SecretSpan {
  const rank = ({ before, behind, isWhole, same }: Standing): number =>
    1e6 * (before + behind) + (isWhole ? 5e5 : 0) + same;
  const { name, isWhole, before, behind } = found.reduce((one, other) => (rank(other) >= rank(one) ? other : one));
  return { from: start - before, to: start + behind, name, isWhole };
}
