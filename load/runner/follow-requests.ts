import { open, type FileHandle } from 'node:fs/promises';
import type { Load, LoadCounts } from '../model/load.ts';
import { requestsReader } from '../model/reading.ts';
import { summaryOf, type Summary } from '../model/summary.ts';

/** Reads requests.ndjson while k6 writes it: the same reading serves the progress and the result. */
export type Following = {
  /** Takes in what was written since. */
  readonly catchUp: () => Promise<void>;
  /** Of what was taken in; `undefined` before the header is there. */
  readonly counts: () => LoadCounts | undefined;
  readonly load: () => Load | undefined;
  /** Lines that are no record, from 1; a torn last line is not among them. */
  readonly unreadable: readonly number[];
  readonly close: () => Promise<void>;
};

const pieceSize = 1 << 20;

export function followRequests(path: string): Following {
  const unreadable: number[] = [];
  const decoder = new TextDecoder();
  const piece = Buffer.alloc(pieceSize);
  let summary: Summary | undefined;
  let file: FileHandle | undefined;
  const reader = requestsReader({
    header: (header) => {
      summary = summaryOf(header);
    },
    record: (record) => summary?.add(record),
    unreadable: (lineNumber) => unreadable.push(lineNumber),
  });
  return {
    catchUp: async () => {
      // Before k6 has begun there is no file.
      file ??= await open(path).catch(() => undefined);
      if (!file) return;
      for (let read = await file.read(piece); read.bytesRead > 0; read = await file.read(piece)) {
        reader.add(decoder.decode(piece.subarray(0, read.bytesRead), { stream: true }));
      }
    },
    counts: () => summary?.counts(),
    load: () => summary?.load(),
    unreadable,
    close: async () => file?.close(),
  };
}
