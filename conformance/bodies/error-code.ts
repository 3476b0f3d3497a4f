import type { Answer } from '../model/exchange.ts';
import { isObject } from '../reading/is-object.ts';
import { jsonOf } from './content.ts';

/** The code of an answer's error object (7.1), where it is a text. */
export function errorCodeIn(answer: Answer): string | undefined {
  const code = errorCodeValueIn(answer);
  return typeof code === 'string' ? code : undefined;
}

/** The same of whatever type it is; undefined where there is none. */
export function errorCodeValueIn(answer: Answer): unknown {
  const json = jsonOf(answer);
  return json.is === 'json' ? memberOf(memberOf(json.value, 'error'), 'code') : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
