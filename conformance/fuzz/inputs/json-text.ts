import type { Escape, Member, Spelling } from './request.ts';

/** The only characters with a two-character escape (RFC 8259 7). */
const shortForms: Readonly<Record<string, string>> = {
  '"': String.raw`\"`,
  '\\': String.raw`\\`,
  '/': String.raw`\/`,
  '\b': String.raw`\b`,
  '\f': String.raw`\f`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
};

/** The members as a JSON object in that spelling. The value is the same in every spelling. */
export function jsonText(members: readonly Member[], spelling: Spelling): string {
  const ordered = inWrittenOrder(members, spelling);
  const escapeAt = placed(spelling.escapes, lettersIn(ordered), ({ as }) => as);
  const blankAt = placed(spelling.blanks, blankPlaceCount(ordered), ({ blank }) => blank);
  let letter = 0;
  const quoted = (text: string): string =>
    `"${Array.from(text, (character) => escaped(character, escapeAt.get(letter++))).join('')}"`;
  let place = 0;
  const around = (token: string): string => `${blankAt.get(place++) ?? ''}${token}`;
  const written = ordered.flatMap(([name, value], at) => [
    around(at === 0 ? '{' : ','),
    around(quoted(name)),
    around(':'),
    around('text' in value ? quoted(value.text) : value.json),
  ]);
  const opened = written.length === 0 ? [around('{')] : written;
  return [...opened, around('}'), blankAt.get(place) ?? ''].join('');
}

/** Number of places for white space: before each brace, comma, name, colon and value, and behind the last brace. */
export function blankPlaceCount(members: readonly Member[]): number {
  return members.length === 0 ? 3 : 4 * members.length + 2;
}

/** The members in the order in which they are written. */
export function inWrittenOrder(members: readonly Member[], { first, isReversed }: Spelling): readonly Member[] {
  const at = members.length === 0 ? 0 : first % members.length;
  const turned = [...members.slice(at), ...members.slice(0, at)];
  return isReversed ? turned.toReversed() : turned;
}

function lettersIn(members: readonly Member[]): number {
  const texts = members.flatMap(([name, value]) => ('text' in value ? [name, value.text] : [name]));
  return texts.reduce((sum, text) => sum + Array.from(text).length, 0);
}

/** By place, modulo the number of places. */
function placed<T extends { readonly at: number }, U>(
  all: readonly T[],
  places: number,
  pick: (each: T) => U,
): ReadonlyMap<number, U> {
  return new Map(all.map((each) => [each.at % Math.max(1, places), pick(each)]));
}

function escaped(character: string, as: Escape | undefined): string {
  if (as === 'short') return shortForms[character] ?? plainly(character);
  if (as === undefined) return plainly(character);
  const hex = character
    .split('')
    .map((unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
  return as === 'HEX' ? hex.replaceAll(/[0-9a-f]{4}/g, (digits) => digits.toUpperCase()) : hex;
}

/** Escapes only what JSON requires. */
function plainly(character: string): string {
  return JSON.stringify(character).slice(1, -1);
}
