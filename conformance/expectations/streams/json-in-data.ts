import { readJsonText } from '../../reading/bounded-json.ts';
import { onSuccess } from '../on-answer.ts';
import { streamOf } from './is-event-stream.ts';
import { aroundPlace, headOf } from '../../reading/whole-letters.ts';

/** Control characters, as they may not stand in a string of JSON. */
const raw = /[\0-\x1f]/g;

const isJson = (text: string): boolean => readJsonText(text).is === 'json';

/**
 * Data that is JSON in the other events of a stream is JSON in each (6.1 shows no payload shapes, but whoever reads one
 * event as JSON reads all): no event breaks it by a control character that is not escaped (RFC 8259 7).
 */
export const jsonDataIsJson = onSuccess((answer) => {
  const stream = streamOf(answer);
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

/** Other than a line end, which no line of a stream can have as it is. */
const hasEscaped = (data: string): boolean =>
  isJson(data) && /\\(?:[tbf]|u00(?:0[0-9bcef]|1[\da-f]))/i.test(data.replaceAll('\\\\', ''));

const tooFew = {
  inconclusive: 'no stream of enough events of JSON, so that one could lack it',
  isUnspecified: true,
} as const;

/** Fewer events show no rule that one of them breaks. */
const fewestJson = 3;

/** What a text is made of that has no value: of JavaScript and of Python. Nobody sends it on purpose. */
const isNoValue = (data: string): boolean => /^(?:undefined|NaN|None)$/.test(data.trim());

/** What only ends a stream: `[DONE]`. */
const isSentinel = (data: string): boolean => !isNoValue(data) && /^\[?[A-Za-z_]{1,20}\]?$/.test(data.trim());

/**
 * One event alone has an object that is not JSON, or no value, where the data of all others is: whoever reads them as JSON
 * ends at it.
 * What several lack may be a layout of its own, such as one object in the data of several events (6.1).
 */
export const everyDataIsJson = onSuccess((answer, { id }) => {
  const stream = streamOf(answer);
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
