import { isSuccessStatus, type Exchange } from './exchange.ts';
import { jsonOf } from './content.ts';

/** Deeper nesting than any list of bots has; hostile JSON must not exhaust the stack. */
const deepestLevel = 12;

/**
 * Every `botId` in the JSON of an answer to `GET /v1/bots`, in the order they stand, whatever holds them: the shape of
 * the list is not shown (4.1), that a bot has a string `botId` is (2.1). Numbers are given as their text.
 */
export function botIdsIn(exchange: Exchange): readonly string[] {
  const { response } = exchange;
  if (response.is !== 'answer' || !isSuccessStatus(response.status)) return [];
  const json = jsonOf(response);
  return json.is === 'json'
    ? botIdValuesIn(json.value).flatMap((id) => (typeof id === 'string' || typeof id === 'number' ? [String(id)] : []))
    : [];
}

/** The values of every `botId` field, of whatever type. */
export function botIdValuesIn(value: unknown, level = 0): readonly unknown[] {
  if (typeof value !== 'object' || value === null || level > deepestLevel) return [];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => botIdValuesIn(item, level + 1));
  const own = 'botId' in value ? [value.botId] : [];
  return [...own, ...Object.values(value).flatMap((item: unknown) => botIdValuesIn(item, level + 1))];
}
