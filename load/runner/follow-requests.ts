import type { LoadCounts } from '../figures/figures.ts';
import type { Load } from '../verdict/load.ts';
import type { RequestRecord } from '../records/record.ts';
import type { RequestsHeader } from '../records/requests.ts';
import { summaryOf, type Summary } from '../figures/summary.ts';
import { tailRequests } from './tail-requests.ts';

/** Reads requests.ndjson while k6 writes it: the same reading serves the progress, the result and later reports. */
export type Following = {
  /** Takes in what was written since. */
  readonly catchUp: () => Promise<void>;
  /** How much was taken in. */
  readonly takenBytes: () => number;
  readonly header: () => RequestsHeader | undefined;
  /** Of what was taken in; `undefined` before the header is there. */
  readonly counts: () => LoadCounts | undefined;
  readonly load: () => Load | undefined;
  /** Records of canary streams, which are in no figure. */
  readonly canaries: readonly RequestRecord[];
  /** Lines that are no record, from 1; a torn last line is not among them. */
  readonly unreadable: readonly number[];
  /** Puts the file in its place again where it was removed meanwhile; true where it was. */
  readonly restore: () => Promise<boolean>;
  readonly close: () => Promise<void>;
};

type FollowSink = {
  readonly header?: (header: RequestsHeader) => void;
  readonly record?: (record: RequestRecord) => void;
};

export function followRequests(path: string, sink: FollowSink = {}): Following {
  const unreadable: number[] = [];
  const canaries: RequestRecord[] = [];
  let summary: Summary | undefined;
  let header: RequestsHeader | undefined;
  const tail = tailRequests(path, {
    header: (found) => {
      header = found;
      summary = summaryOf(found);
      sink.header?.(found);
    },
    record: (record) => {
      if (record.operation === 'canary') {
        canaries.push(record);
        return;
      }
      summary?.add(record);
      sink.record?.(record);
    },
    unreadable: (lineNumber) => unreadable.push(lineNumber),
  });
  return {
    catchUp: tail.catchUp,
    takenBytes: tail.takenBytes,
    header: () => header,
    counts: () => summary?.counts(),
    load: () => summary?.load(),
    canaries,
    unreadable,
    restore: tail.restore,
    close: tail.close,
  };
}
