/**
 * A log-linear histogram over whole numbers from 0 to 2^32 − 1. Each power of two is cut into 128 equal buckets, so
 * every bucket below 256 holds a single number and no other bucket is wider than 1/128 of its lower end. The middle of
 * a bucket differs from any number in it by at most 1/256 of that number.
 */
export const histogramError = 1 / 256;

const subBits = 7;
const perOctave = 1 << subBits;
export const largestSample = 2 ** 32 - 1;
export const bucketCount = (32 - subBits + 1) * perOctave;

/** The bucket of a whole number from 0 to 2^32 − 1. */
export function bucketOf(value: number): number {
  const shift = 32 - subBits - 1 - Math.clz32(value);
  return shift <= 0 ? value : shift * perOctave + (value >>> shift);
}

/** The smallest number of a bucket. */
export function bucketStart(bucket: number): number {
  const shift = Math.max(0, Math.floor(bucket / perOctave) - 1);
  return (bucket - shift * perOctave) * 2 ** shift;
}

/** The middle of the whole numbers of a bucket. */
export function bucketMiddle(bucket: number): number {
  return (bucketStart(bucket) + bucketStart(bucket + 1) - 1) / 2;
}

/** The bucket that holds the number with this rank, from 1. */
export function bucketAtRank(counts: Uint32Array, rank: number): number {
  let passed = 0;
  for (let bucket = 0; bucket < counts.length; bucket += 1) {
    passed += counts[bucket] ?? 0;
    if (passed >= rank) return bucket;
  }
  return counts.length - 1;
}

/** The total count of all buckets. */
export function countOf(counts: Uint32Array): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

export function addCounts(to: Uint32Array, from: Uint32Array): void {
  for (let bucket = 0; bucket < from.length; bucket += 1) to[bucket] = (to[bucket] ?? 0) + (from[bucket] ?? 0);
}
