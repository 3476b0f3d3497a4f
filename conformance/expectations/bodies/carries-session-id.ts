import { canBeWritten, readJsonText, writtenJson } from '../../reading/bounded-json.ts';
import { hasOwnDigits, inSource } from '../../reading/json-in-source.ts';
import { contentOf, jsonOf } from '../../bodies/content.ts';
import { isTaken, type Answer, type Exchange, type Operation } from '../../model/exchange.ts';
import { longestId, tooDeep, tooLong } from '../../reading/id-bound.ts';
import { sentJson } from '../../bodies/sent-json.ts';
import { beginningOf, shownValue } from '../../reading/shown-value.ts';
import { notRead, onSuccess } from '../on-answer.ts';
import { readEventStream } from '../streams/two-readers.ts';

/**
 * Any JSON value but null and those that hold nothing: the type is not shown (2.3). Passed back exactly as it came, so an
 * object's numbers keep the digits they came in: one of 64 bits is another number once JavaScript has read it.
 */
export type SessionId = string | number | boolean | object;

const deepestLevel = 12;

/** A chat reply carries a `sessionId` (2.3); its type and its place in the reply are not shown. */
export const carriesSessionId = onSuccess((answer, exchange) => {
  const json = jsonOf(answer);
  if (json.is !== 'json') return notRead(json, { subject: 'reply', expected: 'JSON with a sessionId' });
  if (givesSessionId(exchange)) return [];
  const [found] = leastDeep([json.value], (_id): _id is unknown => true).flat();
  if (isEcho(found, exchange)) return { inconclusive: 'it returns the sessionId of its request' };
  const observed = found === undefined ? `none in ${beginningOf(json.value, 80)}` : shownValue(found);
  return [{ subject: 'sessionId', expected: 'a value that is not null and not empty', observed }];
});

/** What no service gave out, and assay sent, goes back as it came: that was none to continue with before. */
function isEcho(id: unknown, { request }: Exchange): boolean {
  const asked = sentJson(request);
  if (
    id === undefined ||
    !canBeWritten(id) ||
    typeof asked !== 'object' ||
    asked === null ||
    !Object.hasOwn(asked, 'sessionId')
  )
    return false;
  return JSON.stringify((asked as { readonly sessionId: unknown }).sessionId) === JSON.stringify(id);
}

/**
 * The session id of a chat reply, or that in the JSON data of a stream, where the document does not show any; undefined
 * where there is none to pass back. Deeper ones are those of something else that answered: a tool, say. Of several that
 * stand alike it is that of the latest event, and in it the first.
 */
export function sessionIdIn(exchange: Exchange): SessionId | undefined {
  const id = givenIn(exchange);
  return id === undefined || whyNotSent(id) !== undefined ? undefined : id;
}

/** Whether it gives an id at all, also one that is too long or too deep to be sent back. */
export function givesSessionId(exchange: Exchange): boolean {
  return givenIn(exchange) !== undefined;
}

function givenIn(exchange: Exchange): SessionId | undefined {
  return idsIn(exchange).newest;
}

/** Undefined for an id that can be sent back. */
function whyNotSent(id: SessionId): string | undefined {
  if (!canBeWritten(id)) return tooDeep;
  const { length } = typeof id === 'object' ? JSON.stringify(id) : String(id);
  return length > longestId ? tooLong(length) : undefined;
}

/** Why a conversation cannot go on, for a probe to stop with: none of these exchanges gave an id for it. */
export function noIdIn(seen: readonly Exchange[]): { readonly stop: string } {
  const [why] = seen.map(givenIn).flatMap((id) => (id === undefined ? [] : (whyNotSent(id) ?? [])));
  if (why === undefined) return { stop: refusedIn(seen) ?? 'the first reply carried no sessionId to continue with' };
  return { stop: `the first reply carried a sessionId ${why}` };
}

/** Where there was no reply at all, that says why there is no id. */
function refusedIn(seen: readonly Exchange[]): string | undefined {
  if (seen.some(isTaken)) return undefined;
  const refused = seen.find(({ response }) => response.is === 'answer');
  return refused?.response.is === 'answer'
    ? `the ${refused.operation} that begins the session was refused (status ${refused.response.status}), so there is none to continue`
    : undefined;
}

/** The session id that a conversation goes on with: the latest that these exchanges gave. */
export function newestSessionId(seen: readonly Exchange[]): SessionId | undefined {
  return seen.map(sessionIdIn).findLast((id) => id !== undefined);
}

/** True where values that are not the same stand equally near to the top: which of them continues is then a guess. */
export function hasRivalSessionIds(exchange: Exchange): boolean {
  return rivalSessionIds(exchange).length > 0;
}

/** Those values as JSON; none where there is no doubt. */
export function rivalSessionIds(exchange: Exchange): readonly string[] {
  const { rivals } = idsIn(exchange);
  return rivals.length > 1 ? rivals : [];
}

/** `newest`: the first of the last text that has any. */
type Ids = { readonly newest: SessionId | undefined; readonly rivals: readonly string[] };

/** Every turn of a conversation, and many checks, ask for the same ids. */
const known = new WeakMap<Answer, Ids>();

/** The least deep session ids of all that may be JSON together; each event of a stream may have one. */
function idsIn({ operation, response }: Exchange): Ids {
  if (response.is !== 'answer') return { newest: undefined, rivals: [] };
  const ids = known.get(response) ?? summedUp(leastDeep(valuesOf(response, operation), isSessionId));
  known.set(response, ids);
  return ids;
}

function summedUp(byText: readonly (readonly SessionId[])[]): Ids {
  const texts = byText.flat().map((id) => (canBeWritten(id) ? JSON.stringify(id) : tooDeep));
  return { newest: byText.at(-1)?.[0], rivals: [...new Set(texts)] };
}

function valuesOf(answer: Answer, operation: Operation): readonly unknown[] {
  return textsOf(answer, operation)
    .map(exactly)
    .filter((value) => value !== undefined);
}

/** Of each value that has any its fields `sessionId` that are accepted, all from the first level on which there is one. */
function leastDeep<T>(values: readonly unknown[], accepts: (id: unknown) => id is T): readonly (readonly T[])[] {
  let level = values.map((value): readonly unknown[] => [value]);
  for (let depth = 0; depth <= deepestLevel; depth += 1) {
    const found = level.map((inside) => inside.flatMap(ownIn).filter(accepts));
    const filled = found.filter((ids) => ids.length > 0);
    if (filled.length > 0) return filled;
    level = level.map((inside) => inside.flatMap(childrenOf));
  }
  return [];
}

function ownIn(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.hasOwn(value, 'sessionId') ? [(value as { readonly sessionId: unknown }).sessionId] : [];
}

function childrenOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Array.isArray(value) ? value : Object.values(value);
}

/** What may be JSON: the data of each event of a stream, or the whole body. */
function textsOf(answer: Answer, operation: Operation): readonly string[] {
  const content = contentOf(answer);
  if (content.is === 'undecodable') return [];
  if (operation === 'stream') return readEventStream(content.bytes).events.map(({ data }) => data);
  return [new TextDecoder('utf-8').decode(content.bytes)];
}

function isSessionId(value: unknown): value is SessionId {
  if (value === null || value === undefined || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/**
 * The JSON value, numbers that JavaScript would write otherwise kept in their own digits; undefined for what is not JSON,
 * or holds no id in any spelling.
 */
function exactly(text: string): unknown {
  if (!text.includes('sessionId') && !text.includes('\\u')) return undefined;
  const inOwn = hasOwnDigits(text) ? readJsonText(text, inSource, writtenJson) : undefined;
  const json = inOwn?.is === 'json' ? inOwn : readJsonText(text);
  return json.is === 'json' ? json.value : undefined;
}
