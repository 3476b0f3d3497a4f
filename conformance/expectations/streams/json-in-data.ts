import { readJsonText } from '../../reading/bounded-json.ts';
import { onSuccess } from '../on-answer.ts';
import { eventStreamOf } from './is-event-stream.ts';
import { aroundPlace, headOf } from '../../reading/whole-letters.ts';

/** Control characters, which may not stand unescaped in a JSON string. */
const raw = /[\0-\x1f]/g;

const isJson = (text: string): boolean => readJsonText(text).is === 'json';

/**
 * Where other events of a stream have JSON objects as data, each event that begins one has valid JSON: no control
 * character in it is unescaped (RFC 8259 7). The payload shapes are not shown (6.1), but a client that reads one event
 * as JSON reads all of them so.
 */
export const jsonDataIsJson = onSuccess((answer) => {
  const stream = eventStreamOf(answer);
  if ('inconclusive' in stream) return stream;
  const objects = stream.events.map(({ data }) => data).filter((data) => data.trimStart().startsWith('{'));
  const broken = objects.find((data) => !isJson(data) && isJson(data.replaceAll(raw, ' ')));
  if (broken === undefined || !objects.some(isJson)) return objects.some(hasEscaped) ? [] : noneToEscape;
  const at = broken.search(raw);
  const code = broken.charCodeAt(at).toString(16).padStart(4, '0');
  return [
    {
      subject: 'data',
      expected: 'JSON, as in other events',
      observed: `U+${code.toUpperCase()} in ${JSON.stringify(aroundPlace(broken, at, 20))}`,
      reference: 'RFC 8259 7',
    },
  ];
});

const noneToEscape = {
  inconclusive: 'no event of JSON has a tab, or another control character, to escape',
  isUnspecified: true,
} as const;

/**
 * True for JSON with an escaped control character. Line ends do not count, because no line of a stream can have them
 * unescaped.
 */
const hasEscaped = (data: string): boolean =>
  isJson(data) && /\\(?:[tbf]|u00(?:0[0-9bcef]|1[\da-f]))/i.test(data.replaceAll('\\\\', ''));

const tooFew = {
  inconclusive: 'no stream of enough events of JSON, so that one could lack it',
  isUnspecified: true,
} as const;

/** Fewest other events that are JSON: fewer show no rule that an event may break. */
const fewestJson = 3;

/** What JavaScript and Python write for a missing value. Nobody sends it on purpose. */
const isNoValue = (data: string): boolean => /^(?:undefined|NaN|None)$/.test(data.trim());

/** True for a word that only ends a stream, such as `[DONE]`. */
const isSentinel = (data: string): boolean => !isNoValue(data) && /^\[?[A-Za-z_]{1,20}\]?$/.test(data.trim());

/**
 * No single event has a broken JSON object, or a missing value, where the data of all other events is JSON: a client
 * that reads them as JSON fails at it. Where several events are not JSON, that may be a layout of its own, such as an
 * object in the data of several events (6.1).
 */
export const everyDataIsJson = onSuccess((answer, { id }) => {
  const stream = eventStreamOf(answer);
  if ('inconclusive' in stream) return stream;
  const told = stream.events.filter(({ data }) => data.trim() !== '' && !isSentinel(data));
  const broken = told.filter(({ data }) => !isJson(data));
  const [first] = broken;
  if (told.length <= fewestJson || broken.length > 1) return tooFew;
  if (first === undefined) return [];
  const isMeantAsJson = /^[{[]/.test(first.data.trimStart()) || isNoValue(first.data);
  if (!isMeantAsJson || isJson(first.data.replaceAll(raw, ' '))) return [];
  const at = stream.events[stream.events.indexOf(first) - 1]?.endsAt ?? 0;
  return [
    {
      subject: 'data',
      expected: `JSON, as in ${told.length - 1} other events`,
      observed: JSON.stringify(headOf(first.data, 80)),
      range: { exchange: id, at, bytes: first.endsAt - at },
    },
  ];
});
