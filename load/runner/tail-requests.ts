import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { requestsReader, type RequestsSink } from '../records/reading.ts';

/** Reads a requests.ndjson in pieces, also while it is still written. */
type Tail = {
  /**
   * Takes in what was written since.
   *
   * @param rest awaited after each small piece; without it all is read as fast as may be
   */
  readonly catchUp: (rest?: () => Promise<void>) => Promise<void>;
  /** How much was taken in. */
  readonly takenBytes: () => number;
  /** Puts the file in its place again where it was removed while it was read; true where it was. */
  readonly restore: () => Promise<boolean>;
  readonly close: () => Promise<void>;
};

const pieceSize = 1 << 20;
/**
 * One or two milliseconds' work. Of half of it the rests would cost more than they spare, as after each the processor has
 * something else in its caches: 14 ms a second at 25,000 events, instead of 11.
 */
const smallPieceSize = 64 << 10;

export function tailRequests(path: string, sink: RequestsSink): Tail {
  const piece = Buffer.alloc(pieceSize);
  const reader = requestsReader(sink);
  let file: FileHandle | undefined;
  let takenBytes = 0;
  return {
    catchUp: async (rest) => {
      // Before k6 has begun there is no file.
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
