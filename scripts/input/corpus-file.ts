import { appendFileSync, existsSync } from 'node:fs';
import { corpusLine, type CorpusEntry } from '../../conformance/fuzz/corpus.ts';
import { properties } from '../../conformance/fuzz/index.ts';
import { withoutSecrets } from './known-secrets.ts';
import { fileBounds } from '../reading/file-bounds.ts';
import { readLines } from '../reading/read-lines.ts';
import { endLastLine } from '../reading/end-last-line.ts';
import { StorageError, UsageError, usageErrorOf } from '../errors/usage-error.ts';
import { errorMessage } from '../errors/error-message.ts';

/**
 * The inputs of a corpus file without repetitions; empty where no file was given, or the file does not exist yet.
 * Throws a UsageError that names every invalid line.
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

/** Writes inputs to a corpus. If writing fails, the run keeps its findings, and the failure is reported at the end. */
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

/** Adds an input if it is not in the file yet. */
function addToCorpus(file: string, entry: CorpusEntry): void {
  if (readCorpus(file, false).some((known) => keyOf(known) === keyOf(entry))) return;
  try {
    // A hand-written file may lack the last line end.
    if (existsSync(file)) endLastLine(file);
    appendFileSync(file, `${withoutSecrets(JSON.stringify(entry))}\n`);
  } catch (error) {
    throw new StorageError(`--corpus ${file} could not be written: ${errorMessage(error)}`);
  }
}

function keyOf({ property, input }: CorpusEntry): string {
  return JSON.stringify([property, input]);
}
