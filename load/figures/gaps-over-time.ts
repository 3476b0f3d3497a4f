import type { GapsOverTime } from '../../conformance/contract/formats/load/gaps-over-time.ts';
import { gapsOf } from '../records/record-gaps.ts';
import { isAnswered, type RequestRecord } from '../records/record.ts';
import { bucketCount, bucketOf, bucketStart } from '../statistics/histogram.ts';
import { roundToUint32 } from '../statistics/samples.ts';

/** Counts gaps by the time at which they ended and by their length, as a fold over the records in any order. */
type GapsFold = {
  readonly add: (record: RequestRecord) => void;
  /** Undefined where there was no gap. */
  readonly result: () => GapsOverTime | undefined;
};

/** Bins of equal ratio, each about a ninth wider than the last: wide enough to tell the cells of a chart apart. */
const binsPerDecade = 20;

/** From 10 µs, below which gaps are clock noise, to 1,000 s. Shorter and longer gaps go to the outermost bins. */
const [firstBin, lastBin] = [-2 * binsPerDecade, 5 * binsPerDecade];

/** Most windows that a chart shows: a record may hold any time, so later ones are left out. */
const mostWindows = 1_000;

/** @param windowMs length of a window */
export function foldGapsOverTime(windowMs: number): GapsFold {
  const windows: (Uint32Array | undefined)[] = [];
  let ranges = 0;
  const windowAt = (place: number): Uint32Array | undefined =>
    place < 0 || place >= mostWindows ? undefined : (windows[place] ??= new Uint32Array(lastBin - firstBin + 1));
  return {
    add: (record) => {
      if (!isAnswered(record)) return;
      const { count, low, high, endedMs } = gapsOf(record);
      for (let each = 0; each < count; each += 1) {
        const counts = windowAt(Math.floor((endedMs[each] as number) / windowMs));
        if (counts === undefined) continue;
        if (low[each] !== high[each]) {
          ranges += 1;
          continue;
        }
        const bin = binOf(high[each] as number) - firstBin;
        counts[bin] = (counts[bin] as number) + 1;
      }
    },
    result: () => {
      const filled = Array.from(windows, (counts) => counts ?? new Uint32Array(lastBin - firstBin + 1));
      const used = Array.from({ length: lastBin - firstBin + 1 }, (_, bin) => bin).filter((bin) =>
        filled.some((counts) => counts[bin] !== 0),
      );
      const [first, last] = [used[0], used.at(-1)];
      if (first === undefined || last === undefined) return undefined;
      const counts = filled.map((each) => [...each.subarray(first, last + 1)]);
      return { windowMs, binsPerDecade, firstBin: first + firstBin, counts, ...(ranges > 0 && { ranges }) };
    },
  };
}

/** Bin k holds from 10^(k/20) ms to below 10^((k+1)/20) ms. */
function binOf(gapMs: number): number {
  const bin = binOfBucket[bucketOf(roundToUint32(gapMs * 1000))] as number;
  return bin === unlike ? exactBinOf(gapMs) : bin;
}

function exactBinOf(gapMs: number): number {
  // The tolerance keeps 1,000 ms in the bin that begins with it.
  const bin = Math.floor(Math.log10(gapMs) * binsPerDecade + 1e-9);
  return Math.min(lastBin, Math.max(firstBin, bin));
}

const unlike = 127;

/**
 * The bin of each histogram bucket of a gap in microseconds; `unlike` where a bucket spans two bins. Nearly all buckets
 * lie in a single bin, and a logarithm takes ten times as long as this lookup. A bucket holds the values that round to
 * its numbers; the tenth of a microsecond allows for the rounding of a product.
 */
const binOfBucket = Int8Array.from({ length: bucketCount }, (_, bucket) => {
  const [from, to] = [(bucketStart(bucket) - 0.6) / 1000, (bucketStart(bucket + 1) - 0.4) / 1000];
  const bin = exactBinOf(Math.max(0, from));
  return bin === exactBinOf(to) ? bin : unlike;
});
