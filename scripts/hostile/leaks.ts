import { hash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { ofPlainText, views } from './views.ts';

/** So many letters of a secret in a row are the secret. */
const distinctiveLetters = 12;
/** Codings within codings are undone so often. */
const deepest = 3;
const longestRead = 16 * 2 ** 20;
/** Parts of a long file share so much, that a secret at a seam stands whole in one. */
const overlap = 2 ** 18;
const longestView = 48 * 2 ** 20;

/** Of longer texts the length and the ends tell them apart. */
const mostHashed = 2 ** 16;

/** Any twelve letters in a row hold a whole one of these pieces of six, which are far fewer to look for. */
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

/** What was read before, in any text of a search, and within how many codings: it is read again only within fewer. */
type Seen = Map<string, number>;

/** How a secret can be read in the text: by no view, by one, by one within another; undefined where it cannot. */
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
    for (const [name, view] of Object.entries(views)) {
      if (ofPlainText.includes(name) && (by.length > 0 || each.length > 2 ** 20)) continue;
      const next = view(each, (run) => isNew(`${name} ${run}`, by.length)).slice(0, longestView);
      if (next.length < distinctiveLetters || next === each || !isNew(next, by.length)) continue;
      const found = within(next, [...by, name]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return within(text.slice(0, longestRead), []);
}

/** A file, in parts that fit into memory in every way of reading. */
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

/** Where a secret stands, and how it is read there: `results/run.json: escapes of JSON`. */
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
