import { contentOf, jsonOf } from '../core/content.ts';
import type { Answer, Exchange } from '../core/exchange.ts';
import { parsedJson } from '../core/parsed-json.ts';
import { readEventStream } from './two-readers.ts';

/**
 * Everything that an answer may be saying, as texts to search for a nonce: the whole body, and the pieces of each field
 * joined, since a list of parts or a stream cuts a word where it likes and their layout is not shown (2.3, 4.3).
 */
export function textsSaid({ operation, response }: Exchange): readonly string[] {
  if (response.is !== 'answer') return [];
  const known = recent.get(response);
  if (known !== undefined) return known;
  const texts = operation === 'stream' ? streamTexts(response) : [bodyText(response), ...jsonTexts(response)];
  if (response.body.length > longestRecent) return texts;
  const [oldest] = recent.keys();
  if (oldest !== undefined && recent.size >= mostRecent) recent.delete(oldest);
  recent.set(response, texts);
  return texts;
}

/** One answer is searched for many words, one after the other. */
const recent = new Map<Answer, readonly string[]>();
const [mostRecent, longestRecent] = [8, 1024 * 1024];

/** True where the exchange says the word, in whatever letter case. */
export function says(exchange: Exchange, word: string): boolean {
  return textsSaid(exchange).some((text) => text.toLowerCase().includes(word.toLowerCase()));
}

function bodyText(answer: Answer): string {
  const content = contentOf(answer);
  return content.is === 'bytes' ? Buffer.from(content.bytes).toString('utf8') : '';
}

/** Each string, and the pieces of each field joined: a reply may be a list of parts. */
function jsonTexts(answer: Answer): readonly string[] {
  const json = jsonOf(answer);
  if (json.is !== 'json') return [];
  const found = stringsIn(json.value);
  return [...found.map(({ text }) => text), ...joinedByField(found)];
}

function streamTexts(answer: Answer): readonly string[] {
  const content = contentOf(answer);
  if (content.is !== 'bytes') return [];
  const { events, unreadBytes } = readEventStream(content.bytes);
  const unread = unreadBytes === 0 ? [] : [Buffer.from(content.bytes).toString('utf8')];
  const read = joinedByField(
    events.flatMap(({ data }) => {
      const value = parsedJson(data.replace(label, ''));
      const places = Array.isArray(value) ? value.map((item: unknown, at) => stringsIn(item, `$[${at}]`)) : [];
      return [
        { path: 'data', text: data },
        { path: 'text of markup', text: data.replaceAll(/<[^<>]*>/g, '') },
        ...stringsIn(value),
        // An event may be a list of its kind and its text.
        ...places.flat(),
      ];
    }),
  );
  return [...read, ...unread];
}

/** Some put a letter or a number and a colon before the JSON of each event. */
const label = /^\w{1,8}:(?=["{[])/;

/** The pieces of each field, one behind the other. */
export function joinedByField(found: readonly Found[]): readonly string[] {
  return [...Map.groupBy(found, ({ path }) => path).values()].map((pieces) => pieces.map(({ text }) => text).join(''));
}

/** Every string in a value with the names that lead to it. */
export function stringsOf(value: unknown): readonly Found[] {
  return stringsIn(value);
}

type Found = { readonly path: string; readonly text: string };

/** Every string in a value, with the names that lead to it; array places do not count, pieces may move about in them. */
function stringsIn(value: unknown, path = '$', level = 0): readonly Found[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null || level > 12) return [];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => stringsIn(item, `${path}[]`, level + 1));
  return Object.entries(value).flatMap(([name, item]) => stringsIn(item, `${path}.${name}`, level + 1));
}
