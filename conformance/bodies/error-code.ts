import type { Answer, Exchange } from '../model/exchange.ts';
import { isObject } from '../reading/is-object.ts';
import { jsonOf } from './content.ts';

/** The code of an answer's error object (7.1), where it is a text. */
export function errorCodeIn(answer: Answer): string | undefined {
  const code = errorCodeValueIn(answer);
  return typeof code === 'string' ? code : undefined;
}

/** `500 internal`: the status of a server error, with its code where it has one; undefined for any other answer. */
export function serverErrorIn(response: Exchange['response']): string | undefined {
  return response.is === 'answer' && response.status >= 500 ? statusAndCode(response) : undefined;
}

/** `404 not_found`: the status of an answer, and its code where it has one. */
export function statusAndCode(answer: Answer): string {
  return `${answer.status} ${errorCodeIn(answer) ?? ''}`.trim();
}

/** The code of any type; undefined where there is none. */
export function errorCodeValueIn(answer: Answer): unknown {
  const json = jsonOf(answer);
  return json.is === 'json' ? memberOf(memberOf(json.value, 'error'), 'code') : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
