import { appendFileSync, existsSync } from 'node:fs';
import { corpusLine, type CorpusEntry } from '../../conformance/properties/corpus.ts';
import { properties } from '../../conformance/properties/index.ts';
import { withoutSecrets } from './known-secrets.ts';
import { readTextFile } from './text-file.ts';
import { StorageError, UsageError } from './usage-error.ts';
import { wordsOf } from './words-of.ts';

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
  const lines = readTextFile(flag, file).split('\n');
  const known = new Set(properties.map(({ id }) => id));
  const errors: string[] = [];
  const entries = lines.flatMap((line, at) => {
    if (line.trim() === '') return [];
    const read = corpusLine(line, (id) => known.has(id));
    if (read.is === 'entry') return [read.entry];
    errors.push(`${flag} ${file}: line ${at + 1} ${read.because}`);
    return [];
  });
  if (errors.length > 0) throw new UsageError(errors.join('\nassay: '));
  return [...new Map(entries.map((entry) => [keyOf(entry), entry])).values()];
}

/** Adds an input that is not yet there. */
export function addToCorpus(file: string, entry: CorpusEntry): void {
  if (readCorpus(file, false).some((known) => keyOf(known) === keyOf(entry))) return;
  try {
    // A file that was written by hand may not end its last line.
    const begin = existsSync(file) && /[^\n]$/.test(readTextFile('--corpus', file)) ? '\n' : '';
    appendFileSync(file, `${begin}${withoutSecrets(JSON.stringify(entry))}\n`);
  } catch (error) {
    throw new StorageError(`--corpus ${file} could not be written: ${wordsOf(error)}`);
  }
}

function keyOf({ property, input }: CorpusEntry): string {
  return JSON.stringify([property, input]);
}
