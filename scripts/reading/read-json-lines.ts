import { outlineOf, readJsonText } from '../../conformance/reading/bounded-json.ts';
import { sizeText } from '../../reports/text/size.ts';
import { fileBounds } from './file-bounds.ts';
import { nameOfFile, TooLong, type Named } from './open-plain.ts';
import { ownJson } from './read-json.ts';
import { readLines } from './read-lines.ts';

/** `value` is undefined where the line is not JSON, or more than is read of one. */
type JsonLine = { readonly value: unknown; readonly number: number; readonly isEnded: boolean };

/** What each value takes besides the bytes that say it. */
const bytesOfValue = 48;

/**
 * The lines of a file of a run's journal, which all of it is kept of: together they take no more memory than the bound
 * says. Throws a UsageError as `readLines` does.
 */
export function* readJsonLines(file: Named, most: number = fileBounds.journalBytes): Generator<JsonLine, undefined> {
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
