import { contentOf, jsonOf } from '../core/content.ts';
import type { Answer, Exchange, Operation } from '../core/exchange.ts';
import { onSuccess } from './on-answer.ts';
import { readEventStream } from './two-readers.ts';

/** A JSON number in the digits it came in: one of 64 bits is another number once JavaScript has read it. */
export type ExactNumber = { readonly rawJSON: string };

/** Passed back exactly as it came, so its type and its digits are kept. */
export type SessionId = string | number | ExactNumber;

const deepestLevel = 12;

/** A chat reply carries a `sessionId` (2.3); its type and its place in the reply are not shown. */
export const carriesSessionId = onSuccess((answer, exchange) => {
  const json = jsonOf(answer);
  if (json.is === 'notJson') return [{ aspect: 'reply', expected: 'JSON with a sessionId', observed: json.because }];
  const found = fieldsNamed(json.value, 'sessionId');
  if (sessionIdIn(exchange) !== undefined) return [];
  const observed = found.length === 0 ? `none in ${JSON.stringify(json.value).slice(0, 80)}` : JSON.stringify(found[0]);
  return [{ aspect: 'sessionId', expected: 'a string or a number that is not empty', observed }];
});

/**
 * The session id of a chat reply, or the last one in the JSON data of a stream, where the document does not show any;
 * undefined where there is none to pass back.
 */
export function sessionIdIn({ operation, response }: Exchange): SessionId | undefined {
  if (response.is !== 'answer') return undefined;
  return textsOf(response, operation)
    .map(idIn)
    .findLast((id) => id !== undefined);
}

/** What may be JSON: the data of each event of a stream, or the whole body. */
function textsOf(answer: Answer, operation: Operation): readonly string[] {
  const content = contentOf(answer);
  if (content.is === 'undecodable') return [];
  if (operation === 'stream') return readEventStream(content.bytes).events.map(({ data }) => data);
  return [new TextDecoder('utf-8').decode(content.bytes)];
}

function idIn(text: string): SessionId | undefined {
  return fieldsNamed(exactly(text), 'sessionId').find(isSessionId);
}

function isSessionId(value: unknown): value is SessionId {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' || withSource.isRawJSON(value);
}

/** ECMAScript's "JSON.parse source text access", which TypeScript's library does not know yet. */
type JsonWithSource = {
  readonly parse: (
    text: string,
    revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ) => unknown;
  readonly rawJSON: (text: string) => unknown;
  readonly isRawJSON: (value: unknown) => boolean;
};
const withSource = JSON as unknown as JsonWithSource;

/** The JSON value, numbers that JavaScript would write otherwise kept in their own digits; undefined for what is no JSON. */
function exactly(text: string): unknown {
  try {
    return withSource.parse(text, (_key, value, { source }) =>
      typeof value === 'number' && source !== undefined && String(value) !== source
        ? withSource.rawJSON(source)
        : value,
    );
  } catch {
    return undefined;
  }
}

/** Values of every field of that name, the shallow ones first. */
function fieldsNamed(value: unknown, name: string, level = 0): readonly unknown[] {
  if (typeof value !== 'object' || value === null || level > deepestLevel) return [];
  const children = Array.isArray(value) ? (value as readonly unknown[]) : Object.values(value);
  const own = !Array.isArray(value) && name in value ? [(value as Readonly<Record<string, unknown>>)[name]] : [];
  return [...own, ...children.flatMap((child) => fieldsNamed(child, name, level + 1))];
}
