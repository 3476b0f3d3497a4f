import type { GapsOverTime } from '../../conformance/contract/formats/load/gaps-over-time.ts';
import { eachGap } from '../records/earliest.ts';
import { contentArrivals, type RequestRecord } from '../records/record.ts';

/** Gaps by the time at which they ended and by their length, as a fold over the records in any order. */
type GapsFold = {
  readonly add: (record: RequestRecord) => void;
  /** `undefined` where there was none. */
  readonly result: () => GapsOverTime | undefined;
};

/** Of equal ratio, about a ninth: wide enough for a chart's cells to be told apart. */
export const binsPerDecade = 20;

/** 10 µs, below which gaps are noise of the clock, to 1,000 s; what is shorter or longer is put to the outermost. */
const [firstBin, lastBin] = [-2 * binsPerDecade, 5 * binsPerDecade];

/** Half a microsecond and less is no gap: both events came in one read. */
const leastGapMs = 0.0005;

/** A record may hold any time, and what is after so many windows is of no chart. */
const mostWindows = 1_000;

/** @param windowMs of time */
export function foldGapsOverTime(windowMs: number): GapsFold {
  const windows: (Uint32Array | undefined)[] = [];
  const count = (endedMs: number, gapMs: number): void => {
    const place = Math.floor(endedMs / windowMs);
    if (place < 0 || place >= mostWindows || gapMs < leastGapMs) return;
    const counts = (windows[place] ??= new Uint32Array(lastBin - firstBin + 1));
    const bin = binOf(gapMs) - firstBin;
    counts[bin] = (counts[bin] as number) + 1;
  };
  return {
    add: (record) => {
      if (record.outcome !== 'ok') return;
      if (record.earlyAt !== undefined) return eachGap(record, (longest, _, endedMs) => count(endedMs, longest));
      const events = contentArrivals(record);
      for (let place = 1; place < events.length; place += 1) {
        const endedMs = events[place] as number;
        count(endedMs, endedMs - (events[place - 1] as number));
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
      return { windowMs, binsPerDecade, firstBin: first + firstBin, counts };
    },
  };
}

/** Bin k holds from 10^(k/20) ms to below 10^((k+1)/20) ms. */
function binOf(gapMs: number): number {
  // The tolerance keeps 1,000 ms in the bin that begins with it.
  const bin = Math.floor(Math.log10(gapMs) * binsPerDecade + 1e-9);
  return Math.min(lastBin, Math.max(firstBin, bin));
}
