import type { Exchanges } from '../../model/check.ts';
import { jsonOf } from '../../bodies/content.ts';
import { readableEventStreamOf } from '../streams/is-event-stream.ts';
import { observedOddities } from '../words/loses-no-data.ts';
import type { SessionId } from './carries-session-id.ts';
import { headOf } from '../../reading/whole-letters.ts';

/** The status of the last answer. */
export function observedStatus(seen: Exchanges): string | undefined {
  const response = seen.at(-1)?.response;
  return response?.is === 'answer' ? `status ${response.status}` : undefined;
}

/** Most items, and most characters of each, that a dialect or a page shows. */
const [most, longest] = [50, 100];

function shortList(all: readonly string[]): string {
  const more = all.length - most;
  return [...all.slice(0, most), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

/** Names and types of the fields at the top of a JSON answer. */
export function observedFields(seen: Exchanges): string | undefined {
  const response = seen.at(-1)?.response;
  if (response?.is !== 'answer') return undefined;
  const json = jsonOf(response);
  if (json.is !== 'json') return undefined;
  if (Array.isArray(json.value)) return `an array of ${json.value.length}`;
  if (typeof json.value !== 'object' || json.value === null) return typeOf(json.value);
  return shortList(Object.entries(json.value).map(([name, value]) => `${headOf(name, longest)}: ${typeOf(value)}`));
}

/** Event types of a stream and how their data is laid out. */
export function observedEventLayout(seen: Exchanges): string | undefined {
  const response = seen.at(-1)?.response;
  if (response?.is !== 'answer') return undefined;
  const stream = readableEventStreamOf(response);
  const events = 'inconclusive' in stream ? [] : stream.events;
  const kinds = [
    ...new Set(events.map(({ type, data }) => `${headOf(type, longest)} (${/^\s*[{[]/.test(data) ? 'JSON' : 'text'})`)),
  ];
  return kinds.length === 0 ? undefined : shortList(kinds);
}

/** The lines that the grammar of event streams allows and every reader ignores. */
export function observedIgnoredLines(seen: Exchanges): string | undefined {
  const response = seen.at(-1)?.response;
  return response?.is === 'answer' ? (observedOddities(response) ?? 'none') : undefined;
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

/** The JSON type of an id: a number that keeps its digits is an object in JavaScript. */
export function jsonTypeOfId(id: SessionId): string {
  const [begin = ''] = JSON.stringify(id);
  if (begin === '{') return 'an object';
  if (begin === '[') return 'an array';
  return `a ${begin === '"' ? 'string' : typeof id === 'boolean' ? 'boolean' : 'number'}`;
}
