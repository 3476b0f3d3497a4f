import { randomFrom } from '../plan/random.ts';

/** A session id as JSON text: 2.2 shows no type, and a 64-bit number has to keep its digits. */
export type SessionJson = string;

/**
 * The sessionId in the text of a reply. The document does not show the shapes of replies and events (2.3, 4.3). Ids of
 * systems behind the service may stand deeper in them, so the least deep id is taken, and of several at that depth the
 * last.
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

/** Numbers of fewer digits are below 2^53 and are read unchanged. */
const hasLongNumber = /\d{16}/;
/** Matches a JSON string as a whole, so that no number is found inside a string. */
const stringsAndNumbers = /"(?:[^"\\\n]|\\.)*"|-?\d[\d.eE+-]*/g;
/** Marks a string with the digits of a number that `JSON.parse` would round; it is written back without the quotes. */
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

/** Think time before the request with this index: from half of the mean to one and a half of it. */
export function thinkMsOf(seed: number, index: number, meanMs: number): number {
  return Math.round((0.5 + randomFrom(seed, `think ${index}`)()) * meanMs);
}
