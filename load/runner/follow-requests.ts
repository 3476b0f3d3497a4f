import type { LoadCounts } from '../figures/figures.ts';
import type { Load } from '../verdict/load.ts';
import type { RequestRecord } from '../records/record.ts';
import type { RequestsHeader } from '../records/requests.ts';
import type { CountsSoFar, TimesSoFar } from '../figures/so-far.ts';
import { summaryOf, type Summary } from '../figures/summary.ts';
import { suppressedFigures } from '../verdict/suppress.ts';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { requestsReader, type RequestsSink } from '../records/reading.ts';

/** Reads requests.ndjson while k6 writes it. The progress, the result and later reports use the same reader. */
export type Following = {
  /** Reads what was written since the last call. Awaits `rest` after each small piece, where it is given. */
  readonly catchUp: (rest?: () => Promise<void>) => Promise<void>;
  /** Number of bytes read so far. */
  readonly takenBytes: () => number;
  readonly header: () => RequestsHeader | undefined;
  /** Counts of what was read so far. Undefined before the header is read. */
  readonly counts: () => LoadCounts | undefined;
  readonly load: () => Load | undefined;
  /** The figures of `load` as reports show them, without those that take long to compute. */
  readonly countsSoFar: () => CountsSoFar | undefined;
  readonly timesSoFar: () => TimesSoFar | undefined;
  /** Records of canary streams, which count in no figure. */
  readonly canaries: readonly RequestRecord[];
  /** Numbers, from 1, of the lines that are not records. An incomplete last line is not among them. */
  readonly unreadable: readonly number[];
  /** Writes the file again where it was removed during the run; true where it was. */
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
    countsSoFar: () => summary?.countsSoFar(),
    timesSoFar: () => summary && header && shownOf(summary.timesSoFar(), header),
    canaries,
    unreadable,
    restore: tail.restore,
    close: tail.close,
  };
}

function shownOf({ lagMs, parts }: TimesSoFar, { settings }: RequestsHeader): TimesSoFar {
  const shown = parts.map(({ figures, ...part }) => ({ ...part, figures: suppressedFigures(figures, settings) }));
  return { lagMs, parts: shown };
}

/** Reads a requests.ndjson in pieces, also while it is being written. */
type Tail = {
  /**
   * Reads what was written since the last call.
   *
   * @param rest awaited after each small piece; without it everything is read as fast as possible
   */
  readonly catchUp: (rest?: () => Promise<void>) => Promise<void>;
  /** Number of bytes read so far. */
  readonly takenBytes: () => number;
  /** Writes the file again where it was removed while it was read; true where it was. */
  readonly restore: () => Promise<boolean>;
  readonly close: () => Promise<void>;
};

const pieceSize = 1 << 20;
/**
 * Size of a piece that takes one or two milliseconds. With half of it the rests would cost more than they save, because
 * after each rest the processor's caches hold something else: 14 ms per second at 25,000 events, instead of 11.
 */
const smallPieceSize = 64 << 10;

export function tailRequests(path: string, sink: RequestsSink): Tail {
  const piece = Buffer.alloc(pieceSize);
  const reader = requestsReader(sink);
  let file: FileHandle | undefined;
  let takenBytes = 0;
  return {
    catchUp: async (rest) => {
      // The file does not exist before k6 has begun.
      file ??= await open(path).catch(() => undefined);
      if (!file) return;
      const into = rest === undefined ? piece : piece.subarray(0, smallPieceSize);
      for (let read = await file.read(into); read.bytesRead > 0; read = await file.read(into)) {
        reader.add(into.subarray(0, read.bytesRead));
        takenBytes += read.bytesRead;
        await rest?.();
      }
    },
    takenBytes: () => takenBytes,
    restore: async () => {
      if (!file || (await file.stat()).nlink > 0) return false;
      await mkdir(dirname(path), { recursive: true });
      const anew = await open(path, 'w');
      let at = 0;
      for (let read = await file.read(piece, 0, pieceSize, at); read.bytesRead > 0;) {
        await anew.writeFile(piece.subarray(0, read.bytesRead));
        at += read.bytesRead;
        read = await file.read(piece, 0, pieceSize, at);
      }
      await anew.close();
      return true;
    },
    close: async () => file?.close(),
  };
}
