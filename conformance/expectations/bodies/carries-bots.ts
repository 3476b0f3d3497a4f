import { botsIn, isBot } from '../../bodies/bots.ts';
import { jsonOf, type Json } from '../../bodies/content.ts';
import { isObject } from '../../reading/is-object.ts';
import { beginningOf, shownValue } from '../../reading/shown-value.ts';
import { onSuccess } from '../on-answer.ts';

/** The `botId` of every listed bot is a string (2.1) that can stand in a path. An empty list is valid. */
export const botIdsAreStrings = onSuccess((answer) => {
  const json = jsonOf(answer);
  if (json.is !== 'json') return { inconclusive: notList(json) };
  const ids = botsIn(json.value).map(({ botId }) => botId);
  if (ids.length === 0) return noBot;
  const wrong = ids.filter((id) => typeof id !== 'string' || id === '');
  return wrong.map((id) => ({
    subject: 'botId',
    expected: 'a string that is not empty',
    observed: shownValue(id),
  }));
});

/**
 * Each bot has a `botId` (2.1), wherever the bots stand (4.1: the shape is not shown). The bots are the objects of each
 * array in which at least one has a `botId`. Where there is no `botId` at all, they are the objects of the first array,
 * unless the list may be an empty one, which is valid.
 */
export const eachBotHasAnId = onSuccess((answer) => {
  const json = jsonOf(answer);
  if (json.is !== 'json') return { inconclusive: notList(json) };
  const arrays = arraysIn(json.value);
  const nameless = botsIn(json.value).length === 0 && !hasEmptyList(json.value, arrays);
  const lists = nameless ? arrays.slice(0, 1) : arrays.filter((array) => array.some(isBot));
  const without = lists.flatMap((list) => list.filter((item) => isObject(item) && botsIn(item).length === 0));
  if (without.length === 0 && botsIn(json.value).length === 0) return noBot;
  return without.slice(0, 3).map((bot) => ({
    subject: 'bot',
    expected: 'an object with a botId',
    observed: beginningOf(bot, 80),
  }));
});

/** No two bots of a list share an id: nobody could tell which of them a chat talks to. */
export const listsEachBotOnce = onSuccess((answer) => {
  const json = jsonOf(answer);
  if (json.is !== 'json') return { inconclusive: notList(json) };
  const twice = arraysIn(json.value).flatMap((array) => {
    const ids = array.filter(isBot).map(({ botId }) => botId);
    const seen = new Set<unknown>();
    return ids.filter((id) => seen.size === seen.add(id).size);
  });
  if (twice.length === 0) return botsIn(json.value).length === 0 ? noBot : [];
  return [{ subject: 'botId', expected: 'each id once', observed: `${shownValue(twice[0])} more than once` }];
});

/** An empty list is valid, and shows nothing about bots. */
const noBot = { inconclusive: 'no list of bots has any bot in it', isUnspecified: true } as const;

function notList(json: Exclude<Json, { is: 'json' }>): string {
  return json.is === 'tooMuch' ? json.because : `the list is not JSON: ${json.because}`;
}

/**
 * True where the list of bots may be empty: an array without elements may be the list, and so may null under the name
 * of a list, since Go and others write an empty list like that.
 */
function hasEmptyList(value: unknown, arrays: readonly (readonly unknown[])[]): boolean {
  return arrays.some((array) => array.length === 0) || hasNullList(value);
}

const namesOfLists = /bots$|^(content|data|entries|items|list|records|results|rows|values)$/i;

function hasNullList(value: unknown, level = 0): boolean {
  if (!isObject(value) || Array.isArray(value) || level > deepestLevel) return false;
  return Object.entries(value).some(([name, inner]: readonly [string, unknown]) =>
    inner === null ? namesOfLists.test(name) : hasNullList(inner, level + 1),
  );
}

const deepestLevel = 12;

/** Every array in a value, the outer ones first, without those inside of a bot. */
function arraysIn(value: unknown, level = 0): readonly (readonly unknown[])[] {
  if (!isObject(value) || level > deepestLevel) return [];
  if (!Array.isArray(value)) return Object.values(value).flatMap((child) => arraysIn(child, level + 1));
  const items: readonly unknown[] = value;
  return [items, ...items.filter((item) => !isBot(item)).flatMap((item) => arraysIn(item, level + 1))];
}
