import { outlineOf, readJsonText } from '../../conformance/reading/bounded-json.ts';
import { sizeText } from '../../reports/text/size.ts';
import { fileBounds } from './file-bounds.ts';
import { nameOfFile, TooLong, type NamedFile } from './open-plain.ts';
import { ownJson } from './read-json.ts';
import { readLines } from './read-lines.ts';

/** `value` is undefined where the line is not JSON, or exceeds the bounds. */
type JsonLine = { readonly value: unknown; readonly number: number; readonly isEnded: boolean };

/** Memory in bytes of each value besides its text. */
const bytesOfValue = 48;

/**
 * The lines of a journal file, all of which stay in memory: together they may not exceed the memory bound. Throws a
 * UsageError as `readLines` does.
 */
export function* readJsonLines(
  file: NamedFile,
  most: number = fileBounds.journalBytes,
): Generator<JsonLine, undefined> {
  let taken = 0;
  for (const { text, number, isEnded } of readLines(file, { most, mostLine: fileBounds.journalLineBytes })) {
    taken += text.length + bytesOfValue * outlineOf(text).values;
    if (taken > fileBounds.journalMemoryBytes)
      throw new TooLong(
        `${nameOfFile(file)}, line ${number}: the file up to this line takes more than ${sizeText(fileBounds.journalMemoryBytes)} of memory, the most that is read`,
      );
    const read = readJsonText(text, undefined, ownJson);
    yield { value: read.is === 'json' ? read.value : undefined, number, isEnded };
  }
  return undefined;
}
