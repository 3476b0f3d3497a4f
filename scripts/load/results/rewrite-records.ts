import { createReadStream } from 'node:fs';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

const lineFeed = 0x0a;

/** What a whole line is to be instead, without its end; `undefined`: it stays. `place` counts from 0. */
type Change = (line: Buffer, place: number) => string | undefined;

/**
 * requests.ndjson of a run that is over with some lines changed and every other byte as it is. A copy takes the place of the
 * old one at once: where that fails, the old one is whole, and the error is thrown.
 */
export async function rewriteRecords(folder: string, change: Change): Promise<void> {
  const path = join(folder, 'requests.ndjson');
  const aside = join(folder, '.requests.ndjson');
  try {
    const { mode } = await stat(path);
    // A kill may have left one.
    await rm(aside, { force: true });
    const copy = await open(aside, 'wx', mode);
    try {
      await copyWith(path, copy, change);
    } finally {
      await copy.close();
    }
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

/** Pieces of whole lines are written together; of the file no more than a piece, and the line across its end, is held. */
async function copyWith(path: string, copy: FileHandle, change: Change): Promise<void> {
  let rest = Buffer.alloc(0);
  let place = 0;
  for await (const read of createReadStream(path, { highWaterMark: 1 << 20 })) {
    const piece = Buffer.concat([rest, read as Buffer]);
    let kept = 0;
    let from = 0;
    for (let to = piece.indexOf(lineFeed); to >= 0; to = piece.indexOf(lineFeed, from)) {
      const instead = change(piece.subarray(from, to), place);
      if (instead !== undefined) {
        await copy.writeFile(piece.subarray(kept, from));
        await copy.writeFile(instead);
        kept = to;
      }
      from = to + 1;
      place += 1;
    }
    await copy.writeFile(piece.subarray(kept, from));
    rest = piece.subarray(from);
  }
  // What a kill has torn stays so.
  await copy.writeFile(rest);
}
