import { headerOf } from '../../model/exchange.ts';
import {
  charsetsOf,
  contentOf,
  excerptOf,
  isUtf8Name,
  jsonOf,
  mediaTypesOf,
  shownContentType,
} from '../../bodies/content.ts';
import { notAnErrorJudgement, unreadableJsonJudgement, evenIfIncomplete, onAnswer } from '../on-answer.ts';

/** The body is JSON text (4: all bodies are, except the stream; RFC 8259). */
export const isJson = onAnswer((answer) => {
  const json = jsonOf(answer);
  return json.is === 'json' ? [] : unreadableJsonJudgement(json, { subject: 'body', expected: 'JSON text' });
});

/** No byte order mark stands before the text: readers may ignore one, and writers must not send it (RFC 8259 8.1). */
export const hasNoByteOrderMark = onAnswer((answer) => {
  const content = contentOf(answer);
  if (content.is === 'undecodable' || !startsWithMark(content.bytes)) return [];
  const observed = `the byte order mark ef bb bf, then ${excerptOf(content.bytes.subarray(3))}`;
  return [{ subject: 'body', expected: 'JSON text from the first byte on', observed, reference: 'RFC 8259 8.1' }];
});

function startsWithMark([first, second, third]: Uint8Array): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf;
}

/**
 * Each Content-Type line names a JSON type: `application/json`, `text/json` or a `+json` type. An absent field is not
 * judged here: RFC 9110 8.3 only says that it should be sent.
 */
export const saysJson = evenIfIncomplete(
  onAnswer((answer) => {
    if (mediaTypesOf(answer).every((type) => /^(application|text)\/json$|\+json$/.test(type))) return [];
    return [
      {
        subject: 'Content-Type',
        expected: 'application/json',
        observed: shownContentType(answer),
        reference: 'RFC 9110 8.3',
      },
    ];
  }),
);

/** The same, where the answer has the field. */
export const isLabelledJson = evenIfIncomplete(
  onAnswer((answer, exchange) =>
    headerOf(answer.headers, 'content-type') === undefined
      ? { inconclusive: 'no answer has a Content-Type', isUnspecified: true }
      : saysJson([exchange]),
  ),
);

/** The same for an error, since a success may be a stream. */
export const errorSaysJson = onAnswer((answer, exchange) =>
  answer.status < 400 ? notAnErrorJudgement(answer, exchange.id) : saysJson([exchange]),
);

/**
 * JSON is UTF-8 (RFC 8259 8.1). Clients believe a charset that says otherwise, even beside one that does not, and
 * misread the letters beyond ASCII. In a body without such letters no charset does harm.
 */
export const namesNoOtherCharset = onAnswer((answer) => {
  const type = headerOf(answer.headers, 'content-type') ?? '';
  if (!/json/i.test(type)) return { inconclusive: 'no answer is labelled as JSON', isUnspecified: true };
  if (charsetsOf(answer).every(isUtf8Name)) return [];
  const content = contentOf(answer);
  if (content.is === 'undecodable' || content.bytes.every((byte) => byte < 0x80)) return [];
  const expected = 'charset=utf-8, or none, for a body with letters beyond ASCII';
  return [{ subject: 'Content-Type', expected, observed: type, reference: 'RFC 8259 8.1' }];
});
