import { createReadStream } from 'node:fs';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { fieldsOf, jsonOf } from '../../load/records/narrow.ts';
import { wrongBySample, type JudgedSamples } from '../../load/evidence/judged-samples.ts';

/** What each record of the stream client begins with; its ids need no escape. */
const before = Buffer.from('{"id":"');
const mostId = 200;
const [lineFeed, quote] = [0x0a, 0x22];

/**
 * Lets requests.ndjson itself say which answers their samples showed to be wrong, so that whoever reads it alone is not told
 * `ok`. It is copied with these lines changed and every other byte as it is, and takes the place of the old one at once:
 * where that fails, the old one is whole, and what reads samples.json beside it tells the same.
 */
export async function recordSampleVerdicts(folder: string, heard: JudgedSamples): Promise<void> {
  const wrong = wrongBySample(heard);
  if (wrong.size === 0) return;
  const path = join(folder, 'requests.ndjson');
  const aside = join(folder, '.requests.ndjson');
  try {
    const { mode } = await stat(path);
    // A kill may have left one.
    await rm(aside, { force: true });
    const copy = await open(aside, 'wx', mode);
    try {
      await copyWith(path, copy, (line) => changed(line, wrong));
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
async function copyWith(path: string, copy: FileHandle, change: (line: Buffer) => string | undefined): Promise<void> {
  let rest = Buffer.alloc(0);
  for await (const read of createReadStream(path, { highWaterMark: 1 << 20 })) {
    const piece = Buffer.concat([rest, read as Buffer]);
    let kept = 0;
    let from = 0;
    for (let to = piece.indexOf(lineFeed); to >= 0; to = piece.indexOf(lineFeed, from)) {
      const instead = change(piece.subarray(from, to));
      if (instead !== undefined) {
        await copy.writeFile(piece.subarray(kept, from));
        await copy.writeFile(instead);
        kept = to;
      }
      from = to + 1;
    }
    await copy.writeFile(piece.subarray(kept, from));
    rest = piece.subarray(from);
  }
  // What a kill has torn stays so.
  await copy.writeFile(rest);
}

/** The line of a record that was answered, and whose sample is wrong, as it is to be. */
function changed(line: Buffer, wrong: ReadonlyMap<string, string>): string | undefined {
  if (!line.subarray(0, before.length).equals(before)) return undefined;
  const end = line.subarray(0, before.length + mostId).indexOf(quote, before.length);
  const because = end < 0 ? undefined : wrong.get(line.toString('utf8', before.length, end));
  const record = because === undefined ? undefined : fieldsOf(jsonOf(line.toString('utf8')));
  return record?.['outcome'] === 'ok' ? JSON.stringify({ ...record, outcome: 'wrong', because }) : undefined;
}
