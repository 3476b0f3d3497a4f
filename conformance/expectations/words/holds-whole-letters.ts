import { parsedJson } from '../../reading/parsed-json.ts';
import { eventStreamOf } from '../streams/is-event-stream.ts';
import { evenIfIncomplete, onSuccess } from '../on-answer.ts';
import { stringsOf } from './texts/strings-of.ts';
import { tailOf } from '../../reading/whole-letters.ts';

/**
 * No letter of a stream is torn so that the text of an event ends with its first half and the text of the next event
 * begins with its second half. Escaped, each half is JSON by the grammar, but what a reader makes of it is
 * unpredictable (RFC 8259 8.2): some refuse the event, and some put U+FFFD in its place. A half without its counterpart
 * may be a half that the client sent.
 */
export const holdsWholeLetters = evenIfIncomplete(
  onSuccess((answer) => {
    const stream = eventStreamOf(answer);
    if ('inconclusive' in stream) return stream;
    let isShown = stream.events.some(({ data }) => pair.test(data));
    const strings = stream.events.map(({ data }) => stringsOf(parsedJson(data)));
    for (const [at, here] of strings.entries()) {
      isShown ||= here.some(({ text }) => pair.test(text));
      const halves = here.filter(({ text }) => /[\ud800-\udbff]$/.test(text));
      if (halves.length === 0) continue;
      const next = new Map((strings[at + 1] ?? []).toReversed().map(({ path, text }) => [path, text]));
      const torn = halves.find(({ path }) => /^[\udc00-\udfff]/.test(next.get(path) ?? ''));
      if (torn === undefined) continue;
      const observed = `${JSON.stringify(tailOf(torn.text, 8))} at the end of event ${at + 1}, the other half in the next`;
      return [
        {
          subject: 'event',
          expected: 'both halves of a surrogate pair in one string',
          observed,
          reference: 'RFC 8259 8.2',
        },
      ];
    }
    return isShown
      ? []
      : { inconclusive: 'no event has a letter of two halves, such as an emoji', isUnspecified: true };
  }),
);

const pair = /[\ud800-\udbff][\udc00-\udfff]/;
