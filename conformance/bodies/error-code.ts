import type { Answer } from '../model/exchange.ts';
import { jsonOf } from './content.ts';

/** The code of an answer's error object (7.1), where it is a text. */
export function errorCodeIn(answer: Answer): string | undefined {
  const json = jsonOf(answer);
  const code = json.is === 'json' ? memberOf(memberOf(json.value, 'error'), 'code') : undefined;
  return typeof code === 'string' ? code : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
