import { closeSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { requestsReader } from '../../../load/records/reading.ts';
import type { RequestRecord } from '../../../load/records/record.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { openPlain } from '../../reading/open-plain.ts';

/** One line of a requests.ndjson: the record, and the bytes that it was read from, which stay as they are. */
type RecordLine = { readonly record: RequestRecord; readonly bytes: () => Uint8Array };

type Source = { readonly head: () => RecordLine | undefined; readonly take: () => void; readonly close: () => void };

/** All records of a piece are read at once, and wait until those of the others before them are taken: larger pieces cost memory. */
export const pieceBytes = 64 * 1024;

/**
 * Hands on every record of these folders, of the next ones of each folder the one that was intended first: no more than a
 * piece of each file is in memory, however long they are. Lines of one folder keep their order. What was torn by a kill, or
 * by hand, is left out. Throws a UsageError for a file that cannot be read, and for a record whose time no run can have: it
 * is as likely a digit that was damaged in what everybody counts.
 *
 * @param each gets the place of the folder that a record is from
 */
export function mergeRecords(folders: readonly string[], each: (line: RecordLine, place: number) => void): void {
  const sources = folders.map((folder) => recordsIn(join(folder, 'requests.ndjson')));
  try {
    for (;;) {
      const place = earliest(sources);
      const source = sources[place];
      const line = source?.head();
      if (source === undefined || line === undefined) return;
      each(line, place);
      source.take();
    }
  } finally {
    for (const source of sources) source.close();
  }
}

/** The first of those whose next record was intended first; -1 at the end of all. */
function earliest(sources: readonly Source[]): number {
  let [found, atMs] = [-1, Infinity];
  for (const [place, source] of sources.entries()) {
    const head = source.head();
    if (head !== undefined && (found < 0 || head.record.intended < atMs)) [found, atMs] = [place, head.record.intended];
  }
  return found;
}

function recordsIn(path: string): Source {
  const { fd } = openPlain({ path });
  // Filled again only when every line of it was taken; what goes on in the next one the reader keeps.
  const piece = Buffer.allocUnsafeSlow(pieceBytes);
  let lines: RecordLine[] = [];
  let next = 0;
  let isOver = false;
  const reader = requestsReader({
    header: () => undefined,
    record: (record, bytes, from, to) => lines.push({ record, bytes: () => bytes.subarray(from, to) }),
    unreadable: (line, outOfTime) => {
      if (outOfTime !== undefined) throw damaged(path, line, outOfTime);
    },
  });
  const head = (): RecordLine | undefined => {
    while (next >= lines.length && !isOver) {
      [lines, next] = [[], 0];
      const size = readSync(fd, piece, 0, pieceBytes, null);
      if (size === 0) isOver = true;
      else reader.add(piece.subarray(0, size));
    }
    return lines[next];
  };
  return { head, take: () => (next += 1), close: () => closeSync(fd) };
}

function damaged(path: string, line: number, because: string): UsageError {
  return new UsageError(
    `${path}, line ${line}: ${because}: it was changed, or damaged; take the folder as load left it, or remove that line`,
  );
}
