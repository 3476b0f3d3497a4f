import { isInvalidPathSegment } from '../contract/path-segment.ts';
import { isSuccessStatus, type Exchange } from '../model/exchange.ts';
import { jsonOf } from './content.ts';
import { isObject } from '../reading/is-object.ts';
import { maxIdLength, tooLong } from '../reading/id-bound.ts';
import { shownValue } from '../reading/shown-value.ts';

/** An object with a `botId` of any type. */
type Bot = { readonly botId: unknown };

/** Deeper than any list of bots nests; hostile JSON must not exhaust the stack. */
const deepestLevel = 12;

/**
 * Ids of all bots in the answer to `GET /v1/bots`, in their order. The shape of the list is not shown (4.1), but a bot
 * has a string `botId` (2.1). Numbers are returned as text.
 */
export function botIdsIn(exchange: Exchange): readonly string[] {
  return allIdsIn(exchange).filter((id) => whyNotAsked(id) === undefined);
}

/** Why an answer to a list request names no bot to talk to. */
export function noBotText(exchange: Exchange): string {
  const { response } = exchange;
  if (response.is !== 'answer') return `no answer: ${response.detail}`;
  if (!isSuccessStatus(response.status)) return `it answered with status ${response.status}`;
  const json = jsonOf(response);
  if (json.is === 'tooMuch') return json.because;
  if (json.is === 'notJson') return `it answered with status ${response.status} and no JSON: ${json.because}`;
  const [first] = allIdsIn(exchange);
  return first === undefined ? 'it listed none' : `its first bot has ${whyNotAsked(first) ?? ''}`;
}

/** Why a bot cannot be called by this id; undefined where it can. */
function whyNotAsked(id: string): string | undefined {
  if (id.length > maxIdLength) return `an id ${tooLong(id.length)}`;
  return isInvalidPathSegment(id) ? `the id ${shownValue(id)}, ${unaddressable}` : undefined;
}

/** Not a failure: a request with this id would go to another path. */
const unaddressable = 'which cannot be a path segment of a URL';

function allIdsIn({ response }: Exchange): readonly string[] {
  if (response.is !== 'answer' || !isSuccessStatus(response.status)) return [];
  const json = jsonOf(response);
  return json.is === 'json'
    ? botsIn(json.value).flatMap(({ botId }) =>
        typeof botId === 'string' || typeof botId === 'number' ? [String(botId)] : [],
      )
    : [];
}

/** Places of an object with a `botId`: the lower the rank, the likelier it is a bot of the list. */
const rank = { inArray: 0, withinArray: 1, elsewhere: 2 } as const;
type Rank = (typeof rank)[keyof typeof rank];
type Found = { readonly bot: Bot; readonly at: Rank };

/**
 * The listed bots, in whatever structure. Objects within a bot do not count (the template that it was made from, the
 * bot that takes over). Where bots are elements of arrays, an object with a `botId` beside the arrays is no bot, but a
 * repeated filter, for example.
 */
export function botsIn(value: unknown): readonly Bot[] {
  if (!isObject(value)) return [];
  const known = walked.get(value) ?? listedIn(value);
  walked.set(value, known);
  return known;
}

/** Cache: many checks read the same list, which may be long. */
const walked = new WeakMap<object, readonly Bot[]>();

function listedIn(value: object): readonly Bot[] {
  // The root holds the list, even if it has a botId itself.
  const inside = childrenOf(value).flatMap((child) => found(child, atOf(value, rank.elsewhere), 1));
  const all = inside.length === 0 && isBot(value) ? [{ bot: value, at: rank.elsewhere }] : inside;
  const best = Math.min(...new Set(all.map(({ at }) => at)));
  return all.filter(({ at }) => at === best).map(({ bot }) => bot);
}

function found(value: unknown, at: Rank, level: number): readonly Found[] {
  if (!isObject(value) || level > deepestLevel) return [];
  if (isBot(value)) return [{ bot: value, at }];
  return childrenOf(value).flatMap((child) => found(child, atOf(value, at), level + 1));
}

/** The rank of values directly within `value`, which itself has the rank `own`. */
function atOf(value: object, own: Rank): Rank {
  if (Array.isArray(value)) return rank.inArray;
  return own === rank.elsewhere ? own : rank.withinArray;
}

/** True for an object that has a `botId` of any type. */
export function isBot(value: unknown): value is Bot {
  return isObject(value) && !Array.isArray(value) && Object.hasOwn(value, 'botId');
}

function childrenOf(value: object): readonly unknown[] {
  return Array.isArray(value) ? value : Object.values(value);
}
