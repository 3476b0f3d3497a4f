import { headOf, longestLetter } from './whole-letters.ts';

/** Most characters of a value that are shown, enough to recognise it. */
const longestShown = 120;

type JsonWithRaw = { readonly isRawJSON: (value: unknown) => value is { readonly rawJSON: string } };
const withRaw = JSON as unknown as JsonWithRaw;

/**
 * A value of a target as JSON, as far as it is shown: of a large or deep value no more than that is written. An absent
 * value, for which JSON has no word, is `undefined`.
 */
export function shownValue(value: unknown): string {
  const text = beginningOf(value, longestShown + 1);
  return text.length > longestShown ? `${headOf(text, longestShown)}…` : text;
}

/** The same with this number of letters, where a few of a whole answer suffice to recognise it. */
export function beginningOf(value: unknown, letters: number): string {
  return headOf(written(value, letters), letters);
}

/**
 * The first letters of `JSON.stringify`: at least `room`, where there are as many. Each level of nesting takes a
 * letter.
 */
function written(value: unknown, room: number): string {
  if (typeof value === 'string') return JSON.stringify(headOf(value, room + longestLetter));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  if (withRaw.isRawJSON(value)) return value.rawJSON.slice(0, room);
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return listed(items.keys(), (at, left) => written(items[at], left), '[]', room);
  }
  const fields = value as Readonly<Record<string, unknown>>;
  const field = (name: string, left: number): string => {
    const key = `${JSON.stringify(headOf(name, left + longestLetter))}:`;
    return key.length > left ? key : key + written(fields[name], left - key.length);
  };
  return listed(Object.keys(fields), field, '{}', room);
}

function listed<T>(items: Iterable<T>, one: (item: T, room: number) => string, [open, close]: string, room: number) {
  let text = open ?? '';
  let parted = '';
  for (const item of items) {
    if (text.length > room) return text;
    text += parted + one(item, room - text.length);
    parted = ',';
  }
  return text + (close ?? '');
}
