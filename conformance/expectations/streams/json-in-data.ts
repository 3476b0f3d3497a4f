import { readJsonText } from '../../reading/bounded-json.ts';
import { onSuccess } from '../on-answer.ts';
import { streamOf } from './is-event-stream.ts';

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
  if (broken === undefined || !objects.some(isJson)) return [];
  const at = broken.search(raw);
  const code = broken.charCodeAt(at).toString(16).padStart(4, '0');
  return [
    {
      subject: 'data',
      expected: 'JSON, as in other events',
      observed: `U+${code.toUpperCase()} in ${JSON.stringify(broken.slice(Math.max(0, at - 20), at + 20))}`,
      reference: 'RFC 8259 7',
    },
  ];
});
