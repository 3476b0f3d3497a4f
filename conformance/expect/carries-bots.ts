import { botIdValuesIn } from '../core/bots.ts';
import { jsonOf } from '../core/content.ts';
import { onSuccess } from './on-answer.ts';

/** Every `botId` in the list is a string (2.1) that can stand in a path; an empty list is lawful. */
export const botIdsAreStrings = onSuccess((answer) => {
  const json = jsonOf(answer);
  if (json.is === 'notJson') return { unjudged: `the list is not JSON: ${json.because}` };
  const wrong = botIdValuesIn(json.value).filter((id) => typeof id !== 'string' || id === '');
  return wrong.map((id) => ({
    aspect: 'botId',
    expected: 'a string that is not empty',
    observed: JSON.stringify(id),
  }));
});

/**
 * Each bot has a `botId` (2.1), wherever the bots stand (4.1: the shape is not shown). Bots are the objects of an array
 * of which one has a `botId`; where there is none at all, those of any array, unless an array is empty: that may be the
 * list, and an empty one is lawful.
 */
export const eachBotHasAnId = onSuccess((answer) => {
  const json = jsonOf(answer);
  if (json.is === 'notJson') return { unjudged: `the list is not JSON: ${json.because}` };
  const arrays = arraysIn(json.value);
  const named = arrays.filter((array) => array.some(hasOwnId));
  const nameless = botIdValuesIn(json.value).length === 0 && !arrays.some((array) => array.length === 0);
  const lists = nameless ? arrays.slice(0, 1) : named;
  const without = lists.flatMap((list) => list.filter((item) => isObject(item) && botIdValuesIn(item).length === 0));
  return without.slice(0, 3).map((bot) => ({
    aspect: 'bot',
    expected: 'an object with a botId',
    observed: JSON.stringify(bot).slice(0, 80),
  }));
});

/** No two bots of a list share an id: it could not be told which of them a chat talks to. */
export const listsEachBotOnce = onSuccess((answer) => {
  const json = jsonOf(answer);
  if (json.is === 'notJson') return { unjudged: `the list is not JSON: ${json.because}` };
  const twice = arraysIn(json.value).flatMap((array) => {
    const ids = array.filter(hasOwnId).map(({ botId }) => botId);
    return ids.filter((id, at) => ids.indexOf(id) !== at);
  });
  if (twice.length === 0) return [];
  return [{ aspect: 'botId', expected: 'each id once', observed: `${JSON.stringify(twice[0])} more than once` }];
});

const deepestLevel = 12;

/** Every array in a value, the outer ones first. */
function arraysIn(value: unknown, level = 0): readonly (readonly unknown[])[] {
  if (!isObject(value) || level > deepestLevel) return [];
  const children: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  const inner = children.flatMap((child) => arraysIn(child, level + 1));
  return Array.isArray(value) ? [value as readonly unknown[], ...inner] : inner;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function hasOwnId(value: unknown): value is { readonly botId: unknown } {
  return isObject(value) && 'botId' in value;
}
