import type { RequestRecord } from '../records/record.ts';
import type { RequestsHeader } from '../records/requests.ts';
import { seenIndexes } from '../records/seen-indexes.ts';
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
