import { readJsonText, type JsonBounds } from '../../conformance/reading/bounded-json.ts';
import { UsageError } from '../errors/usage-error.ts';
import { fileBounds } from './file-bounds.ts';
import { nameOfFile, type Named } from './open-plain.ts';
import { readText } from './read-text.ts';

/** What assay wrote itself has more values than an answer: each event of a stream is one. */
export const ownJson: JsonBounds = { depth: 1_000, values: 2_000_000 };

/** The value of a file of JSON; undefined where it is none. Throws a UsageError where it is more than is read. */
export function readJson(file: Named): unknown {
  const read = readJsonText(readText(file, fileBounds.jsonBytes), undefined, ownJson);
  if (read.is === 'tooMuch') throw new UsageError(`${nameOfFile(file)} is ${read.because}`);
  return read.is === 'json' ? read.value : undefined;
}
