import { canBeWritten, readJsonText, writtenJson } from '../../reading/bounded-json.ts';
import { hasOwnDigits, inSource } from '../../reading/json-in-source.ts';
import { contentOf, jsonOf } from '../../bodies/content.ts';
import { isAccepted, type Answer, type Exchange, type Operation } from '../../model/exchange.ts';
import { maxIdLength, tooDeep, tooLong } from '../../reading/id-bound.ts';
import { sentJson } from '../../bodies/sent-json.ts';
import { beginningOf, shownValue } from '../../reading/shown-value.ts';
import { unreadableJsonJudgement, onSuccess } from '../on-answer.ts';
import { readEventStream } from '../streams/two-readers.ts';
import { sessionIdInHeader } from './session-id-in-header.ts';

/**
 * Any JSON value except null and empty ones: the type is not shown (2.3). It is sent back exactly as it came, so the
 * numbers in an object keep their digits: JavaScript would change a number of 64 bits.
 */
export type SessionId = string | number | boolean | object;

const deepestLevel = 12;

/** A chat response carries a `sessionId` (2.3). Its type and its place in the response are not shown. */
export const carriesSessionId = onSuccess((answer, exchange) => {
  const json = jsonOf(answer);
  if (json.is !== 'json') return unreadableJsonJudgement(json, { subject: 'reply', expected: 'JSON with a sessionId' });
  if (givesSessionId(exchange)) return [];
  const [found] = leastDeep([json.value], (_id): _id is unknown => true).flat();
  if (isEcho(found, exchange)) return { inconclusive: 'it returns the sessionId of its request' };
  const observed = found === undefined ? `none in ${beginningOf(json.value, 80)}` : shownValue(found);
  return [{ subject: 'sessionId', expected: 'a value that is not null and not empty', observed }];
});

/** True where the answer returns the id that assay sent, which was none to continue with in the first place. */
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
 * The session id of a chat response, or of the JSON data of a stream or else its header, as the document shows none for
 * streams. Undefined where there is none that can be sent back. Ids at deeper levels belong to something else that answered, such as a
 * tool. Of several ids at the same level it is the first of the latest event.
 */
export function sessionIdIn(exchange: Exchange): SessionId | undefined {
  const id = givenSessionId(exchange);
  return id === undefined || whyNotSent(id) !== undefined ? undefined : id;
}

/** True where the exchange gives an id, even if that is too long or too deep to be sent back. */
export function givesSessionId(exchange: Exchange): boolean {
  return givenSessionId(exchange) !== undefined;
}

function givenSessionId(exchange: Exchange): SessionId | undefined {
  return idsIn(exchange).newest;
}

/** Why the id cannot be sent back; undefined where it can. */
function whyNotSent(id: SessionId): string | undefined {
  if (!canBeWritten(id)) return tooDeep;
  const { length } = typeof id === 'object' ? JSON.stringify(id) : String(id);
  return length > maxIdLength ? tooLong(length) : undefined;
}

/** Stops a probe whose conversation cannot go on, because none of these exchanges gave an id, and says why. */
export function noIdIn(seen: readonly Exchange[]): { readonly stop: string } {
  const [why] = seen.map(givenSessionId).flatMap((id) => (id === undefined ? [] : (whyNotSent(id) ?? [])));
  if (why === undefined) return { stop: refusedIn(seen) ?? 'the first reply carried no sessionId to continue with' };
  return { stop: `the first reply carried a sessionId ${why}` };
}

/** Says that the request that begins the session was refused; undefined where any was accepted. */
function refusedIn(seen: readonly Exchange[]): string | undefined {
  if (seen.some(isAccepted)) return undefined;
  const refused = seen.find(({ response }) => response.is === 'answer');
  return refused?.response.is === 'answer'
    ? `the ${refused.operation} that begins the session was refused (status ${refused.response.status}), so there is none to continue`
    : undefined;
}

/** The session id with which a conversation goes on: the latest that these exchanges gave. */
export function newestSessionId(seen: readonly Exchange[]): SessionId | undefined {
  return seen.map(sessionIdIn).findLast((id) => id !== undefined);
}

/** True where different ids stand at the same level: which of them continues the session can only be guessed. */
export function hasSeveralSessionIds(exchange: Exchange): boolean {
  return severalSessionIds(exchange).length > 0;
}

/** These ids as JSON; empty where there is only one. */
export function severalSessionIds(exchange: Exchange): readonly string[] {
  const { rivals } = idsIn(exchange);
  return rivals.length > 1 ? rivals : [];
}

/** `newest`: the first id of the last text that has any. `inHeader`: no text of the stream has one, its header has. */
type SessionIds = {
  readonly newest: SessionId | undefined;
  readonly rivals: readonly string[];
  readonly inHeader?: true;
};

/** Cache, as every turn of a conversation and many checks ask for the same ids. */
const known = new WeakMap<Answer, SessionIds>();

/**
 * The session ids at the highest level that has any, over all texts of an answer that may be JSON: each event of a
 * stream may have one.
 */
function idsIn({ operation, response }: Exchange): SessionIds {
  if (response.is !== 'answer') return { newest: undefined, rivals: [] };
  const ids = known.get(response) ?? readIn(response, operation);
  known.set(response, ids);
  return ids;
}

function readIn(answer: Answer, operation: Operation): SessionIds {
  const ids = summedUp(leastDeep(valuesOf(answer, operation), isSessionId));
  if (operation !== 'stream' || ids.newest !== undefined) return ids;
  const newest = sessionIdInHeader(answer.headers);
  return newest === undefined ? ids : { newest, rivals: [], inHeader: true };
}

/** Where a stream shows its sessionId; in words of an observation. */
export function placeOfSessionId(stream: Exchange): 'none' | 'in its data' | 'in a header field' {
  const { newest, inHeader } = idsIn(stream);
  return newest === undefined ? 'none' : inHeader === undefined ? 'in its data' : 'in a header field';
}

function summedUp(byText: readonly (readonly SessionId[])[]): SessionIds {
  const texts = byText.flat().map((id) => (canBeWritten(id) ? JSON.stringify(id) : tooDeep));
  return { newest: byText.at(-1)?.[0], rivals: [...new Set(texts)] };
}

function valuesOf(answer: Answer, operation: Operation): readonly unknown[] {
  return textsOf(answer, operation)
    .map(exactly)
    .filter((value) => value !== undefined);
}

/**
 * For each value with an accepted field `sessionId`, all such fields at the highest level that has one in any value.
 */
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

/** The texts that may be JSON: the data of each event of a stream, or the whole body. */
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
 * The JSON value, with numbers that JavaScript would change kept in their own digits. Undefined for a text that is not
 * JSON or cannot hold a `sessionId` in any spelling.
 */
function exactly(text: string): unknown {
  if (!text.includes('sessionId') && !text.includes('\\u')) return undefined;
  const inOwn = hasOwnDigits(text) ? readJsonText(text, inSource, writtenJson) : undefined;
  const json = inOwn?.is === 'json' ? inOwn : readJsonText(text);
  return json.is === 'json' ? json.value : undefined;
}
