import { appendFileSync, existsSync } from 'node:fs';
import { corpusLine, type CorpusEntry } from '../../conformance/fuzz/corpus.ts';
import { properties } from '../../conformance/fuzz/index.ts';
import { withoutSecrets } from './known-secrets.ts';
import { fileBounds } from '../reading/file-bounds.ts';
import { readLines } from '../reading/read-lines.ts';
import { endLastLine } from '../reading/end-last-line.ts';
import { StorageError, UsageError, usageErrorOf } from '../errors/usage-error.ts';
import { wordsOf } from '../errors/words-of.ts';

/**
 * The inputs of a corpus file, each once; none where no file was given, or where it is yet to be written. Throws a
 * UsageError that names every line which is none.
 */
export function readCorpus(file: string | undefined, hasToExist: boolean): readonly CorpusEntry[] {
  if (file === undefined) return [];
  const flag = hasToExist ? '--replay' : '--corpus';
  if (!existsSync(file)) {
    if (hasToExist) throw new UsageError(`${flag} ${file}: there is no such file`);
    return [];
  }
  const known = new Set(properties.map(({ id }) => id));
  const errors: string[] = [];
  const entries = new Map<string, CorpusEntry>();
  const { corpusBytes: most, lineBytes: mostLine } = fileBounds;
  for (const { text, number } of readLines({ path: file, as: flag }, { most, mostLine })) {
    if (text.trim() === '') continue;
    const read = corpusLine(text, (id) => known.has(id));
    if (read.is === 'entry') entries.set(keyOf(read.entry), read.entry);
    else errors.push(`${flag} ${file}: line ${number} ${read.because}`);
  }
  if (errors.length > 0) throw usageErrorOf(errors);
  return [...entries.values()];
}

/** A corpus that cannot be written any more costs nothing of what was found: it is told of when all is kept. */
export function corpusAt(file: string | undefined): {
  readonly add: (entry: CorpusEntry) => void;
  readonly failure: () => unknown;
} {
  let failure: unknown;
  const add = (entry: CorpusEntry): void => {
    try {
      if (file !== undefined) addToCorpus(file, entry);
    } catch (error) {
      failure ??= error;
    }
  };
  return { add, failure: () => failure };
}

/** Adds an input that is not yet there. */
function addToCorpus(file: string, entry: CorpusEntry): void {
  if (readCorpus(file, false).some((known) => keyOf(known) === keyOf(entry))) return;
  try {
    // A file that was written by hand may not end its last line.
    if (existsSync(file)) endLastLine(file);
    appendFileSync(file, `${withoutSecrets(JSON.stringify(entry))}\n`);
  } catch (error) {
    throw new StorageError(`--corpus ${file} could not be written: ${wordsOf(error)}`);
  }
}

function keyOf({ property, input }: CorpusEntry): string {
  return JSON.stringify([property, input]);
}
