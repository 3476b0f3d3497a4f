import { readJsonText } from './bounded-json.ts';

/** The value of a JSON text; undefined where it is no JSON, or exceeds a bound. */
export function parsedJson(text: string): unknown {
  const read = readJsonText(text);
  return read.is === 'json' ? read.value : undefined;
}
