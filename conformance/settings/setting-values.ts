import { isInvalidPathSegment } from '../contract/path-segment.ts';
import type { Strict } from '../model/level.ts';
import { shownValue } from '../reading/shown-value.ts';

/** The value of a setting, or a sentence that says what was expected. */
export type Parsed<T> = { readonly is: 'value'; readonly value: T } | { readonly is: 'error'; readonly error: string };

/** Timers of Node count in 32 bits, and fire at once beyond that. */
const longestMs = 24 * 86_400_000;

const unitsMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** A whole number, at least `least`. */
export function parseInteger(name: string, value: unknown, least: number): Parsed<number> {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= least)
    return { is: 'value', value: number };
  return { is: 'error', error: `--${name} is ${shownValue(value)}, expected a whole number from ${least} on` };
}

/** A number above 0. */
export function parsePositive(name: string, value: unknown): Parsed<number> {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number) && number > 0) return { is: 'value', value: number };
  return { is: 'error', error: `--${name} is ${shownValue(value)}, expected a number above 0` };
}

/** A text that is not blank. */
export function parseText(name: string, value: unknown): Parsed<string> {
  if (typeof value === 'string' && value.trim() !== '') return { is: 'value', value };
  return { is: 'error', error: `--${name} is ${value === '' ? 'empty' : shownValue(value)}, expected a text` };
}

const longestLabel = 200;

/** The label of a run, which every report repeats. A file may give a version as a number. */
export function parseLabel(name: string, value: unknown): Parsed<string> {
  const written = parseText(name, typeof value === 'number' ? String(value) : value);
  if (written.is === 'error' || written.value.length <= longestLabel) return written;
  return { is: 'error', error: `--${name} has ${written.value.length} characters, expected at most ${longestLabel}` };
}

/** Numbers separated by commas, which a file may give as a single number or as a list; they are not parsed here. */
export function numbers(name: string, value: unknown): Parsed<string> {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isWritten = items.every((item) => (typeof item === 'string' && item.trim() !== '') || typeof item === 'number');
  if (isWritten && items.length > 0) return { is: 'value', value: items.join(',') };
  return { is: 'error', error: `${name} is ${shownValue(value)}, expected numbers such as 1,2,4,8` };
}

/** One of these words. */
export function parseOneOf<Word extends string>(name: string, value: unknown, words: readonly Word[]): Parsed<Word> {
  const word = words.find((each) => each === value);
  if (word !== undefined) return { is: 'value', value: word };
  return { is: 'error', error: `--${name} is ${shownValue(value)}, expected ${words.join(' or ')}` };
}

/** `10s`, `500ms`, `2m`, `1h`; a bare number means seconds. */
export function parseDurationMs(name: string, value: unknown): Parsed<number> {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(String(value).trim()) ?? [];
  const milliseconds = Number(digits) * (unitsMs[unit ?? 's'] ?? Number.NaN);
  if (milliseconds > longestMs)
    return { is: 'error', error: `--${name} is ${shownValue(value)}, expected at most 24 days` };
  if (milliseconds > 0) return { is: 'value', value: milliseconds };
  return { is: 'error', error: `--${name} is ${shownValue(value)}, expected a duration such as 10s or 500ms` };
}

/** The same, where 0 is allowed too. */
export function parseDurationOrNoneMs(name: string, value: unknown): Parsed<number> {
  return /^0+(?:\.0+)?(?:ms|s|m|h)?$/.test(String(value).trim())
    ? { is: 'value', value: 0 }
    : parseDurationMs(name, value);
}

/** Fields that frame a request: with them it would not be the request that a probe means to send. */
const framingFields = [
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** `Name: value`, where the name is a token and the value visible text (RFC 9110 5.5, 5.6.2). */
export function parseHeaderField(line: string): Parsed<readonly [string, string]> {
  const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/.exec(line) ?? [];
  // Only the name is shown: the rest is a secret, and without a colon all of it may be.
  const shown = JSON.stringify(/^[^\s:=]*(?=[^]*:)/.exec(line)?.[0] ?? '…');
  if (name === undefined || value === undefined)
    return { is: 'error', error: `--header is ${shown}, expected 'Name: value'` };
  if (framingFields.includes(name.toLowerCase()))
    return { is: 'error', error: `--header is ${shown}, which assay sets itself` };
  if (name.toLowerCase() === 'accept-encoding')
    return {
      is: 'error',
      error: `--header is ${shown}, which assay sets itself: checks and times rest on which content coding a request accepts`,
    };
  return { is: 'value', value: [name, value.trim()] };
}

/** True for a token that a header field can carry: visible ASCII, no spaces and no line ends (RFC 6750 2.1). */
export function isBearerToken(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

/** A token; spaces and line ends around it, which files and shells leave there, are dropped. */
export function parseBearerToken(name: string, value: string): Parsed<string> {
  const token = value.trim();
  if (/^bearer\s/i.test(token))
    return { is: 'error', error: `--${name} begins with the word Bearer, expected the token alone: leave out Bearer` };
  if (isBearerToken(token)) return { is: 'value', value: token };
  return {
    is: 'error',
    error: `--${name} has characters that no header can carry, expected visible ASCII without spaces`,
  };
}

/** The id of a bot that can stand in the path of a request. */
export function parseBotId(name: string, value: string): Parsed<string> {
  if (!isInvalidPathSegment(value)) return { is: 'value', value };
  return {
    is: 'error',
    error: `--${name} is ${JSON.stringify(value)}, which cannot be a path segment of a URL`,
  };
}

/** A switch: given or not. */
export function parseSwitch(name: string, value: unknown): Parsed<boolean> {
  if (value === undefined || typeof value === 'boolean') return { is: 'value', value: value ?? false };
  return { is: 'error', error: `--${name} is ${shownValue(value)}, expected true or false` };
}

/** A switch with an optional word: `http`, or every level without a word. */
export function parseStrictness(name: string, value: unknown): Parsed<Strict> {
  if (value === undefined || typeof value === 'boolean') return { is: 'value', value: value ?? false };
  if (value === 'http') return { is: 'value', value };
  return { is: 'error', error: `--${name} is ${shownValue(value)}, expected http, or nothing for every level` };
}
