import type { CorpusEntry } from '../contract/formats/corpus.ts';
import { formOf } from '../reading/form.ts';
import { parsedJson } from '../reading/parsed-json.ts';
import { shownValue } from '../reading/shown-value.ts';

export type { CorpusEntry };

type CorpusLine =
  | { readonly is: 'entry'; readonly entry: CorpusEntry }
  | { readonly is: 'invalid'; readonly because: string };

/** Reads one line of a corpus, which may hold anything. */
export function corpusLine(line: string, isProperty: (id: string) => boolean): CorpusLine {
  const entry = parsed(line);
  if (entry?.schema !== 'assay.corpus/1') return { is: 'invalid', because: 'is not of schema assay.corpus/1' };
  if (typeof entry.property !== 'string' || !isProperty(entry.property))
    return { is: 'invalid', because: `names the property ${shownValue(entry.property)}, which does not exist` };
  const unsendable = (because: string): CorpusLine => ({
    is: 'invalid',
    because: `has no input that can be sent: ${because}`,
  });
  const read = entryForm(entry);
  if (read.is === 'other') return unsendable(read.because);
  if (read.value.input.some(isTooLong)) return unsendable(`a text of it has more than ${mostLetters} letters`);
  return { is: 'entry', entry: read.value };
}

const entryForm = formOf<CorpusEntry>('corpus');

/** Longest text of an input, in characters: a longer body takes too much time and memory. */
const mostLetters = 10_000_000;

function isTooLong({ deviation }: CorpusEntry['input'][number]): boolean {
  return deviation?.is === 'long' && deviation.unit.length * deviation.times > mostLetters;
}

function parsed(line: string): Partial<CorpusEntry> | undefined {
  const value = parsedJson(line);
  return typeof value === 'object' && value !== null ? value : undefined;
}
