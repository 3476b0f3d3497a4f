import type { RequestRecord } from '../records/record.ts';
import type { RequestsHeader } from '../records/requests.ts';
import { seenIndexes } from '../records/seen-indexes.ts';
import { foldSchedule } from './scheduled-times.ts';

type RecordsTold = {
  /** Whether a record of the same request came before; each is asked about once. */
  readonly isAgain: (record: RequestRecord) => boolean;
  readonly add: (record: RequestRecord) => void;
  readonly told: () => {
    /** Records that were not intended when the schedule has them. */
    readonly offSchedule: number;
    /** Records that name a sample of their audio. */
    readonly audioSamples: number;
  };
};

/** What the records of a run tell of themselves, besides figures, in the pass in which these are made. */
export function foldRecordsTold(header: Pick<RequestsHeader, 'scenario' | 'seed' | 'settings'>): RecordsTold {
  const [seen, schedule] = [seenIndexes(), foldSchedule(header)];
  let audioSamples = 0;
  return {
    isAgain: ({ index }) => index >= 0 && seen.again(index),
    add: (record) => {
      schedule.add(record);
      if (record.audioSample !== undefined) audioSamples += 1;
    },
    told: () => ({ offSchedule: schedule.off(), audioSamples }),
  };
}
