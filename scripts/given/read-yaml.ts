import type { Document } from 'yaml';
import { readTextFile } from './text-file.ts';
import { UsageError } from './usage-error.ts';

/** A file of YAML, of which JSON is a part, and the line on which an offset of it lies. */
type YamlFile = { readonly document: Document; readonly lineOf: (offset: number) => number };

/** Throws a UsageError, naming flag, file and line, where there is no such file or it is neither. */
export async function readYaml(flag: string, file: string): Promise<YamlFile> {
  const { LineCounter, parseDocument } = await import('yaml');
  const lineCounter = new LineCounter();
  const document = parseDocument(readTextFile(flag, file), { lineCounter });
  const [error] = document.errors;
  if (error !== undefined) throw new UsageError(`${flag} ${file} cannot be read: ${error.message.trimEnd()}`);
  return { document, lineOf: (offset) => lineCounter.linePos(offset).line };
}
