import { readJsonText } from '../../reading/bounded-json.ts';
import { fieldOf, linesOf, parseEventStreamOnce, type Line } from './event-stream.ts';

/** What readers of a stream ignore without a word. */
type OddityKind =
  | 'misspelt field'
  | 'data outside of data lines'
  | 'unknown field'
  | 'comment within an event'
  | 'retry that is not a number'
  | 'NUL in an id'
  | 'event without data';

/** `at` is the offset of the line's first byte. */
export type Oddity = { readonly is: OddityKind; readonly at: number; readonly line: string };

const fieldNames = ['data', 'event', 'id', 'retry'];

/** The lines between two blank lines. */
type Block = readonly Line[];

/** Every line that the grammar allows and the rules of interpretation ignore (WHATWG HTML 9.2.5 and 9.2.6). */
export function lintEventStream(bytes: Uint8Array): readonly Oddity[] {
  const oddities = known.get(bytes) ?? odditiesIn(bytes);
  known.set(bytes, oddities);
  return oddities;
}

/** Cache, as several expectations and an observation ask about the same stream. */
const known = new WeakMap<Uint8Array, readonly Oddity[]>();

/** Covers as much of the stream as is read. */
function odditiesIn(bytes: Uint8Array): readonly Oddity[] {
  const { unreadBytes } = parseEventStreamOnce(bytes);
  return blocksOf(linesOf(bytes.subarray(0, bytes.length - unreadBytes))).flatMap((block) => [
    ...block.flatMap(oddityOf),
    ...commentsWithin(block),
    ...oddityOfBlock(block),
  ]);
}

function blocksOf(lines: Iterable<Line>): readonly Block[] {
  const blocks: Line[][] = [[]];
  for (const line of lines) {
    if (line.text === '') blocks.push([]);
    else blocks.at(-1)?.push(line);
  }
  return blocks;
}

function oddityOf({ text, from }: Line): readonly Oddity[] {
  const is = kindOf(text);
  return is === undefined ? [] : [{ is, at: from, line: text }];
}

function kindOf(text: string): OddityKind | undefined {
  const { name, value } = fieldOf(text);
  if (name === 'retry' && !/^\d+$/.test(value)) return 'retry that is not a number';
  if (name === 'id' && value.includes('\0')) return 'NUL in an id';
  if (name === '' || fieldNames.includes(name)) return undefined;
  if (isJson(text)) return 'data outside of data lines';
  return isMisspelt(name) ? 'misspelt field' : 'unknown field';
}

/**
 * Names count literally (WHATWG HTML 9.2.6): another letter case, a space or a byte order mark makes another field.
 * Where a field lacks its colon, everything up to the next colon is its name.
 */
function isMisspelt(name: string): boolean {
  const letters = name.replaceAll(/[\s\u{feff}\u{200b}]/gu, '').toLowerCase();
  return (
    fieldNames.includes(letters) || /^(data|event|id|retry)[ \t]*[={["]|^(data|event|id|retry)[ \t]+\S/i.test(name)
  );
}

/** Comments after a data line of the same event: each may be a line of the reply that begins with a colon. */
function commentsWithin(block: Block): readonly Oddity[] {
  const first = block.findIndex(({ text }) => fieldOf(text).name === 'data');
  return block
    .filter(({ text }, at) => first >= 0 && at > first && text.startsWith(':'))
    .map(({ text, from }) => ({ is: 'comment within an event', at: from, line: text }));
}

function oddityOfBlock(block: Block): readonly Oddity[] {
  const [first] = block;
  const data = block.filter(({ text }) => fieldOf(text).name === 'data');
  // Lines before the data cannot be the rest of it.
  const behind = block.slice(block.findIndex(({ text }) => fieldOf(text).name === 'data'));
  const stray = behind.find(({ text }) => kindOf(text) === 'unknown field');
  const values = data.map(({ text }) => fieldOf(text).value);
  if (data.length > 0 && stray !== undefined && !isJson(values.join('\n')) && isJson(wholeOf(behind))) {
    return [{ is: 'data outside of data lines', at: stray.from, line: stray.text }];
  }
  const speaks = block.some(({ text }) => ['event', 'id'].includes(fieldOf(text).name));
  return data.length === 0 && speaks && first !== undefined
    ? [{ is: 'event without data', at: first.from, line: first.text }]
    : [];
}

/** JSON allows any white space between values, but only a space within a string. */
const lineEnd = ' ';

/** The data as it was before a service left out the field name on its further lines. */
function wholeOf(block: Block): string {
  const kept = block.filter(({ text }) => fieldOf(text).name === 'data' || kindOf(text) === 'unknown field');
  return kept.map(({ text }) => (fieldOf(text).name === 'data' ? fieldOf(text).value : text)).join(lineEnd);
}

function isJson(text: string): boolean {
  return /^\s*[{[]/.test(text) && readJsonText(text).is === 'json';
}
