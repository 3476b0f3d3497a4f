import { isDeepStrictEqual } from 'node:util';
import type { Workspace } from '../core/probe.ts';
import { drawnName, drawnWorkspace } from './drawn-workspace.ts';
import type { Input } from './request.ts';

/** An input that once broke a property: one line of `corpus.ndjson`, or of the file of `--corpus` and `--replay`. */
export type CorpusEntry = {
  readonly schema: 'assay.corpus/1';
  readonly property: string;
  readonly cause: string;
  /** Of the run that found it. */
  readonly seed: number;
  readonly input: Input;
};

export type CorpusLine =
  | { readonly is: 'entry'; readonly entry: CorpusEntry }
  | { readonly is: 'invalid'; readonly because: string };

/** One line read back; what is written in it is data from a file, and may be anything. */
export function corpusLine(line: string, isProperty: (id: string) => boolean): CorpusLine {
  const entry = parsed(line);
  if (entry?.schema !== 'assay.corpus/1') return { is: 'invalid', because: 'is no assay.corpus/1' };
  if (typeof entry.property !== 'string' || !isProperty(entry.property))
    return { is: 'invalid', because: `names the property ${JSON.stringify(entry.property)}, which there is not` };
  if (!Array.isArray(entry.input) || !entry.input.every(isRequest))
    return { is: 'invalid', because: 'has no input that can be sent' };
  return { is: 'entry', entry: entry as CorpusEntry };
}

function parsed(line: string): Partial<CorpusEntry> | undefined {
  try {
    return JSON.parse(line) as Partial<CorpusEntry>;
  } catch {
    return undefined;
  }
}

function isRequest(request: unknown): boolean {
  if (typeof request !== 'object' || request === null) return false;
  const { operation, members, spelling, workspace } = request as Readonly<Record<string, unknown>>;
  return (
    (workspace === undefined || isDrawn(workspace)) &&
    ['chat', 'stream', 'speech'].includes(String(operation)) &&
    Array.isArray(members) &&
    typeof spelling === 'object' &&
    spelling !== null
  );
}

/** A workspace whose balance its name can hold. */
function isDrawn(workspace: unknown): boolean {
  if (typeof workspace !== 'object' || workspace === null) return false;
  const again = drawnWorkspace(drawnName(workspace as Workspace, 1));
  return isDeepStrictEqual(again, workspace);
}
