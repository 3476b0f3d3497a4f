import { hash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { wholeTextDecodings, decodings } from './views.ts';

/** Number of consecutive characters of a secret that count as a leak of it. */
const distinctiveLetters = 12;
/** Number of nested encodings that are undone. */
const deepest = 3;
const longestRead = 16 * 2 ** 20;
/** Characters shared by consecutive parts of a long file, so that a secret at a boundary is whole in one part. */
const overlap = 2 ** 18;
const longestView = 48 * 2 ** 20;

/** Longest text that is identified by its content; longer texts are identified by their length and their ends. */
const mostHashed = 2 ** 16;

/**
 * Pieces of six characters to search for: any twelve consecutive characters of the secret contain one, and there are
 * far fewer.
 */
function piecesOf(secret: string): readonly string[] {
  const length = distinctiveLetters / 2;
  const small = secret.toLowerCase();
  return Array.from({ length: Math.floor(small.length / length) }, (_, at) =>
    small.slice(at * length, (at + 1) * length),
  );
}

function windowsOf(secret: string): readonly string[] {
  const small = secret.toLowerCase();
  return Array.from({ length: Math.max(0, small.length - distinctiveLetters + 1) }, (_, at) =>
    small.slice(at, at + distinctiveLetters),
  );
}

/**
 * The texts of a search that were read before, with the number of encodings around them. A text is read again only
 * within fewer encodings.
 */
type Seen = Map<string, number>;

/**
 * How a secret can be read in the text: directly, in one view, or in a view within another; undefined where it cannot.
 */
export function leakIn(text: string, secrets: readonly string[], seen: Seen = new Map()): string | undefined {
  const pieces = secrets.flatMap(piecesOf);
  const windows = secrets.flatMap(windowsOf);
  const holds = (each: string): boolean => {
    const small = each.toLowerCase();
    return pieces.some((piece) => small.includes(piece)) && windows.some((window) => small.includes(window));
  };
  const isNew = (what: string, depth: number): boolean => {
    const ends =
      what.length > 4 * mostHashed ? `${what.length} ${what.slice(0, mostHashed)}${what.slice(-mostHashed)}` : what;
    const key = hash('sha1', ends);
    if ((seen.get(key) ?? Infinity) <= depth) return false;
    seen.set(key, depth);
    return true;
  };
  const within = (each: string, by: readonly string[]): string | undefined => {
    if (holds(each)) return by.length === 0 ? 'plain' : by.join(', ');
    if (by.length === deepest) return undefined;
    for (const [name, view] of Object.entries(decodings)) {
      if (wholeTextDecodings.includes(name) && (by.length > 0 || each.length > 2 ** 20)) continue;
      const next = view(each, (run) => isNew(`${name} ${run}`, by.length)).slice(0, longestView);
      if (next.length < distinctiveLetters || next === each || !isNew(next, by.length)) continue;
      const found = within(next, [...by, name]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return within(text.slice(0, longestRead), []);
}

/** Reads a file in parts that fit into memory in every view. */
function* partsOf(path: string): Generator<string> {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(longestRead);
    for (let from = 0, read = longestRead; read === longestRead; from += longestRead - overlap) {
      read = readSync(file, bytes, 0, longestRead, from);
      yield bytes.toString('utf8', 0, read);
    }
  } finally {
    closeSync(file);
  }
}

/** Where secrets are, and how they are encoded there: `results/run.json: escapes of JSON`. */
export function leaksIn(
  folder: string,
  said: Readonly<Record<string, string>>,
  secrets: readonly string[],
): readonly string[] {
  const seen: Seen = new Map();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map(({ parentPath, name }) => join(parentPath, name));
  const places = [
    ...Object.entries(said).map(([place, text]) => [place, [text]] as const),
    ...texts.map((path) => [path.slice(folder.length + 1), partsOf(path)] as const),
  ];
  return places.flatMap(([place, parts]) => {
    for (const part of parts) {
      const by = leakIn(part, secrets, seen);
      if (by !== undefined) return [`${place}: ${by}`];
    }
    return [];
  });
}
