import { countText } from './count-text.ts';

/** The bounds within which untrusted text is parsed as JSON. */
export const jsonBounds = {
  /**
   * RFC 8259 9 lets a parser set a limit. Values this deep must not be walked by recursion, nor written by
   * `JSON.stringify`.
   */
  depth: 10_000,
  /** Number of arrays, objects and values in them: this many are parsed within 50 ms. */
  values: 250_000,
} as const;

/**
 * Bounds of JSON that can be written again, or read with a reviver: both use recursion, which the stack of Node ends at
 * a depth of about 3,000.
 */
export const writtenJson = { depth: 1_000, values: jsonBounds.values } as const;

export type JsonBounds = { readonly depth: number; readonly values: number };

/** The result of parsing a JSON text. `tooMuch`: it may be JSON, but exceeds a bound and is not read. */
type JsonRead =
  | { readonly is: 'json'; readonly value: unknown }
  /** `at`: the character from which on it is no JSON, where the parser names it. */
  | { readonly is: 'notJson'; readonly at?: number }
  | { readonly is: 'tooMuch'; readonly because: string };

type Parse = (text: string) => unknown;

/** Parses all JSON that assay did not write, within its bounds whatever the text is. `parse` replaces `JSON.parse`. */
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

/** The place is only in the message of V8, which ends otherwise where it quotes the text. */
function breakIn(message: string, { length }: string): number | undefined {
  if (message.endsWith('Unexpected end of JSON input')) return length;
  const [, at] = / JSON at position (\d+) \(line \d+ column \d+\)$/.exec(message) ?? [];
  return at === undefined ? undefined : Number(at);
}

/**
 * True where the text is too short to exceed a bound: each level takes two characters, and each value at least one and
 * a separator.
 */
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

/** How deep a text nests, and how many values it has, if it is JSON. */
type Outline = {
  readonly depth: number;
  readonly values: number;
  /** False where brackets are not balanced, so that it is not JSON. */
  readonly isBalanced: boolean;
};

const [quote, backslash, comma, openArray, closeArray, openObject, closeObject] = [
  0x22, 0x5c, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d,
];

/** True where a value can be written: `JSON.stringify` throws a RangeError at a value that nests too deep. */
export function canBeWritten(value: unknown): boolean {
  let level = [value].filter(isNest);
  for (let depth = 0; depth < writtenJson.depth && level.length > 0; depth += 1)
    level = level.flatMap((each): readonly unknown[] => Object.values(each)).filter(isNest);
  return level.length === 0;
}

function isNest(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** A single pass that builds nothing and skips the contents of strings. */
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

/** The place of the quotation mark that ends a string; negative where there is none. */
export function stringEnd(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (before > from && text.charCodeAt(before - 1) === backslash) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return -1;
}
