import type { RequestRecord } from '../records/record.ts';
import type { RequestsHeader } from '../records/requests.ts';
import { foldSchedule } from './scheduled-times.ts';

type RecordChecks = {
  /** Whether a record of the same request came before; each is asked about once. */
  readonly isAgain: (record: RequestRecord) => boolean;
  readonly add: (record: RequestRecord) => void;
  readonly result: () => {
    /** Records that were not intended when the schedule has them. */
    readonly offSchedule: number;
    /** Records that name a sample of their audio. */
    readonly audioSamples: number;
  };
};

/** What is checked of the records of a run, besides figures, in the pass in which these are made. */
export function checkRecords(header: Pick<RequestsHeader, 'scenario' | 'seed' | 'settings'>): RecordChecks {
  const [seen, schedule] = [seenIndexes(), foldSchedule(header)];
  let audioSamples = 0;
  return {
    isAgain: ({ index }) => index >= 0 && seen.again(index),
    add: (record) => {
      schedule.add(record);
      if (record.audioSample !== undefined) audioSamples += 1;
    },
    result: () => ({ offSchedule: schedule.off(), audioSamples }),
  };
}

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
