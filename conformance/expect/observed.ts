import type { Seen } from '../core/check.ts';
import { jsonOf } from '../core/content.ts';
import { streamOf } from './is-event-stream.ts';
import { odditiesSeen } from './loses-no-data.ts';

/** The status of the last answer. */
export function statusSeen(seen: Seen): string | undefined {
  const response = seen.at(-1)?.response;
  return response?.is === 'answer' ? `status ${response.status}` : undefined;
}

/** Names and types of the fields at the top of a JSON answer. */
export function fieldsSeen(seen: Seen): string | undefined {
  const response = seen.at(-1)?.response;
  if (response?.is !== 'answer') return undefined;
  const json = jsonOf(response);
  if (json.is === 'notJson') return undefined;
  if (Array.isArray(json.value)) return `an array of ${json.value.length}`;
  if (typeof json.value !== 'object' || json.value === null) return typeOf(json.value);
  return Object.entries(json.value)
    .map(([name, value]) => `${name}: ${typeOf(value)}`)
    .join(', ');
}

/** Event types of a stream and how their data is laid out. */
export function eventLayoutSeen(seen: Seen): string | undefined {
  const response = seen.at(-1)?.response;
  if (response?.is !== 'answer') return undefined;
  const stream = streamOf(response);
  const events = 'unjudged' in stream ? [] : stream.events;
  const kinds = [...new Set(events.map(({ type, data }) => `${type} (${/^\s*[{[]/.test(data) ? 'JSON' : 'text'})`))];
  return kinds.length === 0 ? undefined : kinds.join(', ');
}

/** What the grammar of event streams allows and every reader ignores. */
export function ignoredLinesSeen(seen: Seen): string | undefined {
  const response = seen.at(-1)?.response;
  return response?.is === 'answer' ? (odditiesSeen(response) ?? 'none') : undefined;
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}
