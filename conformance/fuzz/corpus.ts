import { isInput } from './inputs/input-shape.ts';
import type { Input } from './inputs/request.ts';
import { parsedJson } from '../reading/parsed-json.ts';
import { shownValue } from '../reading/shown-value.ts';

/** An input that once broke a property: one line of `corpus.ndjson`, or of the file of `--corpus` and `--replay`. */
export type CorpusEntry = {
  readonly schema: 'assay.corpus/1';
  readonly property: string;
  readonly cause: string;
  /** Of the run that found it. */
  readonly seed: number;
  readonly input: Input;
};

type CorpusLine =
  | { readonly is: 'entry'; readonly entry: CorpusEntry }
  | { readonly is: 'invalid'; readonly because: string };

/** One line read back; what is written in it is data from a file, and may be anything. */
export function corpusLine(line: string, isProperty: (id: string) => boolean): CorpusLine {
  const entry = parsed(line);
  if (entry?.schema !== 'assay.corpus/1') return { is: 'invalid', because: 'is not of schema assay.corpus/1' };
  if (typeof entry.property !== 'string' || !isProperty(entry.property))
    return { is: 'invalid', because: `names the property ${shownValue(entry.property)}, which does not exist` };
  if (!isInput(entry.input) || typeof entry.seed !== 'number' || typeof entry.cause !== 'string')
    return { is: 'invalid', because: 'has no input that can be sent' };
  return { is: 'entry', entry: entry as CorpusEntry };
}

function parsed(line: string): Partial<CorpusEntry> | undefined {
  const value = parsedJson(line);
  return typeof value === 'object' && value !== null ? value : undefined;
}
