import { parsedJson } from '../../../reading/parsed-json.ts';

/** The pieces of each field, joined. */
export function joinTextsByField(found: readonly StringAtPath[]): readonly string[] {
  return [...textByField(found).values()];
}

/** The same by the path of the field. */
export function textByField(found: readonly StringAtPath[]): ReadonlyMap<string, string> {
  const byField = Map.groupBy(found, ({ path }) => path);
  return new Map([...byField].map(([path, pieces]) => [path, pieces.map(({ text }) => text).join('')]));
}

type StringAtPath = { readonly path: string; readonly text: string };

/** Every string in a value, with its path. */
export function stringsOf(value: unknown): readonly StringAtPath[] {
  const found: StringAtPath[] = [];
  forEachString(value, '$', (path, text) => found.push({ path, text }));
  return found;
}

/**
 * Calls `tell` with the path and text of every string in a value. Paths have no array indexes, since pieces may move
 * about in arrays. A string may itself be JSON.
 */
export function forEachString(
  value: unknown,
  path: string,
  tell: (path: string, text: string) => void,
  level = 0,
): void {
  if (typeof value === 'string') {
    tell(path, value);
    const inside = level <= deepestString && /^\s*[{[]/.test(value) ? parsedJson(value) : undefined;
    if (inside !== undefined) forEachString(inside, `${path}.json`, tell, level + 1);
  } else if (Array.isArray(value)) {
    if (level > deepestString) return;
    for (const item of value) forEachString(item, `${path}[]`, tell, level + 1);
  } else if (typeof value === 'object' && value !== null && level <= deepestString)
    for (const [name, item] of Object.entries(value)) forEachString(item, `${path}.${name}`, tell, level + 1);
}

const deepestString = 12;
