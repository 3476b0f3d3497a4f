import { readJsonText, type JsonBounds } from '../../conformance/reading/bounded-json.ts';
import { UsageError } from '../errors/usage-error.ts';
import { fileBounds } from './file-bounds.ts';
import { nameOfFile, type NamedFile } from './open-plain.ts';
import { readText } from './read-text.ts';

/** assay's own files have more values than a response: each event of a stream is one. */
export const ownJson: JsonBounds = { depth: 1_000, values: 2_000_000 };

/** The value of a JSON file; undefined where it is not JSON. Throws a UsageError where it exceeds the bounds. */
export function readJson(file: NamedFile): unknown {
  const read = readJsonText(readText(file, fileBounds.jsonBytes), undefined, ownJson);
  if (read.is === 'tooMuch') throw new UsageError(`${nameOfFile(file)} is ${read.because}`);
  return read.is === 'json' ? read.value : undefined;
}
