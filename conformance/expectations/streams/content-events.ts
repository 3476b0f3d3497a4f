import { parsedJson } from '../../reading/parsed-json.ts';
import { forEachString } from '../words/texts/strings-of.ts';
import type { EventStream } from './event-stream.ts';

/** `letters`: how many of its texts are a single character. */
type Field = { readonly events: Set<number>; readonly texts: Set<string>; letters: number };

/**
 * The events that carry text of the reply, whatever the layout: the events with the field that says most. Text that a
 * field repeats counts once. Among fields that say at least half as much as that, it is the field in most events.
 */
export function contentEventsOf({ events }: EventStream): EventStream['events'] {
  const fields = new Map<string, Field>();
  for (const [at, { data }] of events.entries()) {
    const add = (path: string, text: string): void => {
      if (text === '') return;
      const field = fields.get(path) ?? { events: new Set<number>(), texts: new Set<string>(), letters: 0 };
      fields.set(path, field);
      field.events.add(at);
      field.texts.add(text);
      if (text.length === 1) field.letters += 1;
    };
    const value = parsedJson(data);
    if (value === undefined) add('data', data);
    else forEachString(value, '$', add);
  }
  const sized = [...fields.values()].map((field) => ({ field, size: sizeOf(field) }));
  const most = Math.max(0, ...sized.map(({ size }) => size));
  const [best] = sized
    .filter(({ size }) => size * 2 >= most)
    .map(({ field }) => field)
    .toSorted((one, other) => other.events.size - one.events.size);
  return best === undefined ? [] : events.filter((_, at) => best.events.has(at));
}

/**
 * Size of a field in characters. A text that is the same in several events counts as one character: it tells nothing,
 * unless the stream has nothing else. Single letters count each time: a reply that comes letter by letter repeats them.
 */
function sizeOf({ events, texts, letters }: Field): number {
  if (events.size > 1 && texts.size === 1) return 1;
  return [...texts].reduce((sum, { length }) => sum + (length === 1 ? 0 : length), letters);
}
