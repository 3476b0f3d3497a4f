/**
 * The letters of all secrets in a row, and where the windows begin that are searched for. Places are numbers in flat
 * arrays: a run may make hundreds of tokens, and a string and an object for each window took 16 MB.
 */
export type WindowTable = {
  /** Adds letters, and returns where they begin. */
  readonly put: (letters: Uint8Array) => number;
  readonly letterAt: (place: number) => number;
  /** Adds the window that begins at this place to those that can be found. */
  readonly note: (place: number) => void;
  /** Where windows begin that match regardless of case, the last added first. */
  readonly alike: (bytes: Uint8Array, at: number, stride: number) => readonly number[];
};

/** Lower case of ASCII letters; tokens of RFC 6750 have no others. */
const fold = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte));

export function folded(byte: number | undefined): number {
  return fold[byte ?? 0] ?? 0;
}

const none: readonly number[] = [];
const noEntry = -1;
const leastEntries = 1024;

/** `window`: number of letters in a row that are searched for. */
export function createWindowTable(window: number): WindowTable {
  let letters = new Uint8Array(leastEntries);
  let length = 0;
  // An entry holds a place, and the previous entry whose window has the same hash.
  let places = new Int32Array(leastEntries);
  let before = new Int32Array(leastEntries);
  let size = 0;
  let latest = new Int32Array(leastEntries).fill(noEntry);

  const bucketOf = (bytes: Uint8Array, at: number, stride: number): number => {
    let hash = 0;
    for (let letter = 0; letter < window; letter += 1)
      hash = Math.imul(hash ^ folded(bytes[at + letter * stride]), 0x01000193);
    // The upper bits of a product depend on all factors.
    return (hash ^ (hash >>> 15)) & (latest.length - 1);
  };
  const link = (entry: number): void => {
    const bucket = bucketOf(letters, places[entry] ?? 0, 1);
    before[entry] = latest[bucket] ?? noEntry;
    latest[bucket] = entry;
  };
  const grow = (): void => {
    places = new Int32Array(places.buffer.transfer(2 * places.byteLength));
    before = new Int32Array(before.buffer.transfer(2 * before.byteLength));
    latest = new Int32Array(places.length).fill(noEntry);
    for (let entry = 0; entry < size; entry += 1) link(entry);
  };
  const isAlike = (place: number, bytes: Uint8Array, at: number, stride: number): boolean => {
    for (let letter = 0; letter < window; letter += 1)
      if (folded(letters[place + letter]) !== folded(bytes[at + letter * stride])) return false;
    return true;
  };
  return {
    put: (more) => {
      const begin = length;
      length += more.length;
      while (length > letters.length) letters = new Uint8Array(letters.buffer.transfer(2 * letters.byteLength));
      letters.set(more, begin);
      return begin;
    },
    letterAt: (place) => letters[place] ?? 0,
    note: (place) => {
      if (size === places.length) grow();
      places[size] = place;
      link(size);
      size += 1;
    },
    alike: (bytes, at, stride) => {
      let found: number[] | undefined;
      let entry = latest[bucketOf(bytes, at, stride)] ?? noEntry;
      for (; entry !== noEntry; entry = before[entry] ?? noEntry) {
        const place = places[entry] ?? 0;
        if (isAlike(place, bytes, at, stride)) (found ??= []).push(place);
      }
      return found ?? none;
    },
  };
}
