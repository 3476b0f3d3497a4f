import { open, type FileHandle } from 'node:fs/promises';
import { requestsReader, type RequestsSink } from '../model/reading.ts';

/** Reads a requests.ndjson in pieces, also while it is still written. */
type Tail = {
  /** Takes in what was written since. */
  readonly catchUp: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const pieceSize = 1 << 20;

export function tailRequests(path: string, sink: RequestsSink): Tail {
  const piece = Buffer.alloc(pieceSize);
  const reader = requestsReader(sink);
  let file: FileHandle | undefined;
  return {
    catchUp: async () => {
      // Before k6 has begun there is no file.
      file ??= await open(path).catch(() => undefined);
      if (!file) return;
      for (let read = await file.read(piece); read.bytesRead > 0; read = await file.read(piece)) {
        reader.add(piece.subarray(0, read.bytesRead));
      }
    },
    close: async () => file?.close(),
  };
}
