import type { RequestRecord } from '../records/record.ts';
import type { RequestsHeader } from '../records/requests.ts';
import { foldSchedule } from './scheduled-times.ts';

type RecordChecks = {
  /** Whether a record of the same request came before. To be called once per record. */
  readonly isDuplicate: (record: RequestRecord) => boolean;
  readonly add: (record: RequestRecord) => void;
  readonly result: () => {
    /** Number of records that were intended at other times than the schedule says. */
    readonly offSchedule: number;
    /** Number of records that name a sample of their audio. */
    readonly audioSamples: number;
  };
};

/** Checks the records of a run beside its figures, in the same pass in which the figures are computed. */
export function checkRecords(header: Pick<RequestsHeader, 'scenario' | 'seed' | 'settings'>): RecordChecks {
  const [seen, schedule] = [seenIndexes(), foldSchedule(header)];
  let audioSamples = 0;
  return {
    isDuplicate: ({ index }) => index >= 0 && seen.again(index),
    add: (record) => {
      schedule.add(record);
      if (record.audioSample !== undefined) audioSamples += 1;
    },
    result: () => ({ offSchedule: schedule.off(), audioSamples }),
  };
}

/** The places of a schedule that have a record. */
type SeenIndexes = {
  /** Adds the index; true where it was present before. */
  readonly again: (index: number) => boolean;
};

/** Bits for 16 MB. No schedule that was ever sent has an index beyond it; such indexes take more memory each. */
const mostBits = 2 ** 27;

/**
 * A bit for each request: this is the largest part of a merge's memory that grows with the run, 1 MB for 8 million
 * requests.
 */
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
