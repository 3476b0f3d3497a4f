import type { Document } from 'yaml';
import { UsageError } from '../errors/usage-error.ts';
import { errorMessage } from '../errors/error-message.ts';
import { fileBounds } from './file-bounds.ts';
import { nameOfFile, type NamedFile } from './open-plain.ts';
import { readText } from './read-text.ts';
import { plainValueOf } from './yaml-values.ts';

/** The content of a YAML file, and the line on which an entry of its list begins. */
type YamlFile = { readonly value: unknown; readonly lineOfEntry: (at: number) => number };

/** Reads YAML, which includes JSON. Throws a UsageError that names the file and the place of the mistake. */
export async function readYaml(file: NamedFile): Promise<YamlFile> {
  const { LineCounter, isSeq, isNode } = await import('yaml');
  const text = readText(file, fileBounds.yamlBytes);
  const lines = new LineCounter();
  const lineOf = (node: unknown): number => (isNode(node) ? lines.linePos(node.range?.[0] ?? 0).line : 1);
  const document = await parsed(file, text, lines);
  const plain = await plainValueOf(document.contents, document, (node) => lineOf(node));
  if (plain.is === 'wrong') throw new UsageError(`${nameOfFile(file)} cannot be read: ${plain.because}`);
  const { contents } = document;
  return { value: plain.value, lineOfEntry: (at) => lineOf(isSeq(contents) ? contents.items[at] : undefined) };
}

async function parsed(file: NamedFile, text: string, lineCounter: object): Promise<Document> {
  const { parseDocument } = await import('yaml');
  const unreadable = (because: string): UsageError => new UsageError(`${nameOfFile(file)} cannot be read: ${because}`);
  try {
    // The library's check takes quadratic time; duplicate keys are detected below.
    const document = parseDocument(text, { lineCounter: lineCounter as never, uniqueKeys: false });
    const [error] = document.errors;
    if (error === undefined) return document;
    throw unreadable(mistakeIn(error.message));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw unreadable(mistakeIn(errorMessage(error)));
  }
}

/** What is wrong and where, without quoting the text: it may be a secret, or a file named by mistake. */
function mistakeIn(message: string): string {
  const [first = ''] = message.split('\n');
  if (first.startsWith('Maximum call stack')) return 'it is nested too deeply';
  return first
    .replace('; please use YAML.parseAllDocuments()', '')
    .replace(/: .*?(?= at line \d|$)/, '')
    .replace(/:$/, '')
    .slice(0, longestMistake);
}

const longestMistake = 200;
