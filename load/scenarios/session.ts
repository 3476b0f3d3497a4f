import { randomFrom } from '../plan/random.ts';

/** What a request goes on with, as JSON: 2.2 shows no type, and an id of 64 bits has to keep its digits. */
export type SessionJson = string;

/**
 * The sessionId of a reply's text: the shapes of replies and events are not shown (2.3, 4.3). Deeper in them may stand those
 * of systems behind the service, so that of several it is the least deep, and of those the last.
 */
export function sessionIdIn(text = ''): SessionJson | undefined {
  const marked = hasLongNumber.test(text) ? text.replaceAll(stringsAndNumbers, withKeptDigits) : text;
  const whole = parsed(marked);
  const parts = whole === undefined ? marked.split('\n').map(parsed) : [whole];
  for (let level = parts; level.length > 0; level = level.flatMap(membersOf)) {
    const found = level.flatMap(ownSession).at(-1);
    if (found !== undefined) return JSON.stringify(found).replaceAll(keptDigits, '$1');
  }
  return undefined;
}

/** Numbers of fewer digits than 2^53 are read as they stand. */
const hasLongNumber = /\d{16}/;
/** A string of JSON is taken whole, so that no number is found in one. */
const stringsAndNumbers = /"(?:[^"\\\n]|\\.)*"|-?\d[\d.eE+-]*/g;
/** `JSON.parse` would round such a number: it is read as a string of its digits, and written without the quotes. */
const digitsMark = 'digits of a number \u0001 ';
const keptDigits = /"digits of a number \\u0001 ([^"]*)"/g;

function withKeptDigits(found: string): string {
  return found.startsWith('"') ? found : JSON.stringify(`${digitsMark}${found}`);
}

function ownSession(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null || !hasSession(value)) return [];
  const { sessionId } = value;
  return sessionId === null || sessionId === undefined ? [] : [sessionId];
}

function hasSession(value: object): value is { readonly sessionId: unknown } {
  return 'sessionId' in value;
}

function membersOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** How long a user thinks before the request with this index: from half of the mean to one and a half of it. */
export function thinkMsOf(seed: number, index: number, meanMs: number): number {
  return Math.round((0.5 + randomFrom(seed, `think ${index}`)()) * meanMs);
}
