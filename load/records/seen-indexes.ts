/** Which places of a schedule have a record. */
type SeenIndexes = {
  /** Notes it; true where it was there before. */
  readonly again: (index: number) => boolean;
};

/** 16 MB of bits; an index beyond is of no schedule that was ever sent, and takes more room each. */
const mostBits = 2 ** 27;

/** One bit for each request: the largest memory of a merge that grows with a run, 1 MB for 8 million. */
export function seenIndexes(): SeenIndexes {
  let bits = new Uint8Array(1 << 12);
  const beyond = new Set<number>();
  return {
    again: (index) => {
      if (!(index >= 0 && index < mostBits && Number.isInteger(index))) {
        const was = beyond.has(index);
        beyond.add(index);
        return was;
      }
      const [place, bit] = [index >>> 3, 1 << (index & 7)];
      if (place >= bits.length) {
        const larger = new Uint8Array(Math.max(place + 1, 2 * bits.length));
        larger.set(bits);
        bits = larger;
      }
      const was = ((bits[place] ?? 0) & bit) !== 0;
      bits[place] = (bits[place] ?? 0) | bit;
      return was;
    },
  };
}
