import { jsonOf } from '../core/content.ts';
import type { Exchange } from '../core/exchange.ts';
import { onSuccess } from './on-answer.ts';

/** Passed back exactly as it came, so its type is kept. */
export type SessionId = string | number;

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

/** The session id of a chat reply; undefined where there is none to pass back. */
export function sessionIdIn({ response }: Exchange): SessionId | undefined {
  if (response.is !== 'answer') return undefined;
  const json = jsonOf(response);
  const found = json.is === 'json' ? fieldsNamed(json.value, 'sessionId') : [];
  return found.find(
    (value) => (typeof value === 'string' && value !== '') || (typeof value === 'number' && Number.isFinite(value)),
  ) as SessionId | undefined;
}

/** Values of every field of that name, the shallow ones first. */
function fieldsNamed(value: unknown, name: string, level = 0): readonly unknown[] {
  if (typeof value !== 'object' || value === null || level > deepestLevel) return [];
  const children = Array.isArray(value) ? (value as readonly unknown[]) : Object.values(value);
  const own = !Array.isArray(value) && name in value ? [(value as Readonly<Record<string, unknown>>)[name]] : [];
  return [...own, ...children.flatMap((child) => fieldsNamed(child, name, level + 1))];
}
