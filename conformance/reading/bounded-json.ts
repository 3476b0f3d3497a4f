import { countText } from './count-text.ts';

/** The bounds within which any untrusted text is parsed as JSON. */
export const jsonBounds = {
  /** RFC 8259 9 lets a parser set a limit. Nothing may walk down a value by recursion, nor `JSON.stringify` write it. */
  depth: 10_000,
  /** All arrays, objects and what stands in them: as many are parsed within 50 ms. */
  values: 250_000,
} as const;

/** What can be written out again, and read with a reviver: by recursion, which Node's stack ends at some 3,000. */
export const writtenJson = { depth: 1_000, values: jsonBounds.values } as const;

export type JsonBounds = { readonly depth: number; readonly values: number };

/** The result of parsing a JSON text. `tooMuch`: it may be JSON, but is beyond the bounds and is not read. */
type JsonRead =
  | { readonly is: 'json'; readonly value: unknown }
  /** `at`: from which character on it is none, where the parser says it. */
  | { readonly is: 'notJson'; readonly at?: number }
  | { readonly is: 'tooMuch'; readonly because: string };

type Parse = (text: string) => unknown;

/**
 * The one door for JSON that assay did not write: within its bounds, whatever the text is. `parse` is `JSON.parse` in
 * another manner.
 */
export function readJsonText(text: string, parse: Parse = JSON.parse, bounds: JsonBounds = jsonBounds): JsonRead {
  const because = isShort(text, bounds) ? undefined : boundBroken(outlineOf(text), bounds);
  if (because === 'notJson') return { is: 'notJson' };
  if (because !== undefined) return { is: 'tooMuch', because };
  try {
    return { is: 'json', value: parse(text) };
  } catch (error) {
    const at = breakIn(String(error), text);
    return { is: 'notJson', ...(at === undefined ? {} : { at }) };
  }
}

/** As V8 says it, which says it nowhere else; where it quotes the text, it ends otherwise. */
function breakIn(message: string, { length }: string): number | undefined {
  if (message.endsWith('Unexpected end of JSON input')) return length;
  const [, at] = / JSON at position (\d+) \(line \d+ column \d+\)$/.exec(message) ?? [];
  return at === undefined ? undefined : Number(at);
}

/** Each level takes two characters, and each value one with what parts it from the next. */
function isShort({ length }: string, { depth }: JsonBounds): boolean {
  return length < 2 * depth;
}

function boundBroken({ depth, values, isBalanced }: Outline, most: JsonBounds): string | undefined {
  if (!isBalanced) return 'notJson';
  if (depth > most.depth)
    return `JSON nested ${countText(depth)} levels deep, which is not judged: at most ${countText(most.depth)} are read`;
  if (values > most.values)
    return `JSON of ${countText(values)} values, which is not judged: at most ${countText(most.values)} are read`;
  return undefined;
}

/** How a text would be nested, and into how many values it would come apart, if it is JSON. */
type Outline = {
  readonly depth: number;
  readonly values: number;
  /** False where something is closed that was not opened, or the other way round, so that it is not JSON. */
  readonly isBalanced: boolean;
};

const [quote, backslash, comma, openArray, closeArray, openObject, closeObject] = [
  0x22, 0x5c, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d,
];

/** True where a value can be written out: `JSON.stringify` throws a RangeError at one that nests too deep. */
export function canBeWritten(value: unknown): boolean {
  let level = [value].filter(isNest);
  for (let depth = 0; depth < writtenJson.depth && level.length > 0; depth += 1)
    level = level.flatMap((each): readonly unknown[] => Object.values(each)).filter(isNest);
  return level.length === 0;
}

function isNest(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** One pass, without building anything: what stands within strings is skipped. */
export function outlineOf(text: string): Outline {
  let [level, depth, values] = [0, 0, 1];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = stringEnd(text, at + 1);
      if (end < 0) return { depth, values, isBalanced: false };
      at = end;
    } else if (code === comma) values += 1;
    else if (code === openArray || code === openObject) {
      values += 1;
      level += 1;
      if (level > depth) depth = level;
    } else if (code === closeArray || code === closeObject) {
      level -= 1;
      if (level < 0) return { depth, values, isBalanced: false };
    }
  }
  return { depth, values, isBalanced: level === 0 };
}

/** Where the quotation mark stands that ends a string; negative where none does. */
export function stringEnd(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (before > from && text.charCodeAt(before - 1) === backslash) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return -1;
}
