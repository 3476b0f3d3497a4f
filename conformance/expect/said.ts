import { contentOf, jsonOf } from '../core/content.ts';
import type { Answer, Exchange } from '../core/exchange.ts';
import { parseEventStream } from './event-stream.ts';

/**
 * Everything that an answer may be saying, as texts to search for a nonce: the whole body, and, since a stream cuts a
 * word where it likes and its layout is not shown (4.3), the pieces of each field joined over all events.
 */
export function textsSaid({ operation, response }: Exchange): readonly string[] {
  if (response.is !== 'answer') return [];
  return operation === 'stream' ? streamTexts(response) : [bodyText(response), ...jsonTexts(response)];
}

/** True where the exchange says the word, in whatever letter case. */
export function says(exchange: Exchange, word: string): boolean {
  return textsSaid(exchange).some((text) => text.toLowerCase().includes(word.toLowerCase()));
}

function bodyText(answer: Answer): string {
  const content = contentOf(answer);
  return content.is === 'bytes' ? Buffer.from(content.bytes).toString('utf8') : '';
}

function jsonTexts(answer: Answer): readonly string[] {
  const json = jsonOf(answer);
  return json.is === 'json' ? stringsIn(json.value).map(({ text }) => text) : [];
}

function streamTexts(answer: Answer): readonly string[] {
  const content = contentOf(answer);
  if (content.is !== 'bytes') return [];
  const byField = new Map<string, string>();
  const add = (field: string, text: string): void => void byField.set(field, (byField.get(field) ?? '') + text);
  for (const { data } of parseEventStream(content.bytes).events) {
    add('data', data);
    for (const { path, text } of stringsIn(parsed(data))) add(path, text);
  }
  return [...byField.values()];
}

type Found = { readonly path: string; readonly text: string };

/** Every string in a value, with the names that lead to it; array places do not count, pieces may move about in them. */
function stringsIn(value: unknown, path = '$', level = 0): readonly Found[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null || level > 12) return [];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => stringsIn(item, `${path}[]`, level + 1));
  return Object.entries(value).flatMap(([name, item]) => stringsIn(item, `${path}.${name}`, level + 1));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
