import { begunBefore } from '../../reading/utf8.ts';
import { charsetsOf, contentOf, excerptOf, isUtf8Name, mediaTypesOf, shownContentType } from '../../bodies/content.ts';
import type { Judgement, ByteRange } from '../../model/check.ts';
import { headerOf, mayBePartial, isSuccessStatus, type Answer } from '../../model/exchange.ts';
import { isStillSending } from '../../classification/classify.ts';
import { countText } from '../../reading/count-text.ts';
import type { EventStream } from './event-stream.ts';
import { evenIfIncomplete, onEveryAnswer, onSuccess } from '../on-answer.ts';
import { readEventStream } from './two-readers.ts';
import { tailOf } from '../../reading/whole-letters.ts';

const standard = 'WHATWG HTML 9.2';

/** `text/event-stream`, with or without parameters (4.3, 6.1), on each line of the field. */
export const saysEventStream = evenIfIncomplete(
  onSuccess((answer) => {
    const types = mediaTypesOf(answer);
    if (types.length > 0 && types.every((type) => type === 'text/event-stream')) return [];
    return [{ subject: 'Content-Type', expected: 'text/event-stream', observed: shownContentType(answer) }];
  }),
);

/** The charset parameter "must be utf-8" where it is given (WHATWG HTML 16.9, the registration of the type). */
export const saysUtf8 = evenIfIncomplete(
  onSuccess((answer) => {
    const type = headerOf(answer.headers, 'content-type') ?? '';
    if (charsetsOf(answer).every(isUtf8Name)) return [];
    return [
      { subject: 'Content-Type', expected: 'charset=utf-8, or none', observed: type, reference: 'WHATWG HTML 16.9' },
    ];
  }),
);

/** At least one event with data: a reply that is streamed has something to say (4.3). */
export const hasEventWithData = evenIfIncomplete(onSuccess(dataMismatches));

/** The same for each of several streams. Answers that are no streams are not judged. */
export const eachHasData = onEveryAnswer((answer, { operation }) => {
  const judged = operation === 'stream' && isSuccessStatus(answer.status) ? dataMismatches(answer) : [];
  return 'inconclusive' in judged ? [] : judged;
});

function dataMismatches(answer: Answer): Judgement {
  const begun = readableEventStreamOf(answer);
  if (!('inconclusive' in begun) && begun.events.some(({ data }) => data !== '')) return [];
  const stream = eventStreamOf(answer);
  if ('inconclusive' in stream) return stream;
  if (mayBePartial(answer)) return { inconclusive: `no event with data came before ${endedBy(answer)}` };
  const seen = `${stream.events.length} events and ${stream.comments} comments in ${answer.body.length} bytes, ${excerptOf(answer.body)}`;
  return [{ subject: 'events', expected: 'at least one event with data', observed: seen }];
}

/**
 * What JavaScript, Python and Java write for an object without a text of its own. It stands in place of the reply, and
 * no bot says it.
 */
const objectName =
  /^(?:\[object \w+\]|<[\w.]+ object (?:[\w.<>]+ )?at 0x[0-9a-f]+>|(?:[a-z]\w*\.)+[A-Z]\w*@[0-9a-f]{5,8})$/;

/** A stream whose data is nothing but such names carries no reply (4.3). */
export const saysNoObjectName = evenIfIncomplete(
  onSuccess((answer) => {
    const stream = eventStreamOf(answer);
    if ('inconclusive' in stream) return stream;
    const data = stream.events.map((event) => event.data.trim()).filter((text) => text !== '');
    const [first] = data;
    if (first === undefined || !data.every((text) => objectName.test(text))) return [];
    return [{ subject: 'data', expected: 'the streamed reply', observed: `${data.length} × ${first}` }];
  }),
);

/** Matches a line that is a field of an event. */
const fieldLine = /^(?:data|event|id|retry)(?::|$)/m;

/** A blank line ends the last event: without it clients drop the event (WHATWG HTML 9.2.6). */
export const endsItsLastEvent = evenIfIncomplete(
  onSuccess((answer, { id }) => {
    const stream = eventStreamOf(answer);
    if ('inconclusive' in stream) return stream;
    if (isStillSending(answer)) return { inconclusive: `the last event had not come when ${endedBy(answer)}` };
    if (stream.unterminated === '' || !['complete', 'timeout'].includes(answer.ending)) return [];
    const end = JSON.stringify(tailOf(stream.unterminated, 80));
    const at = stream.events.at(-1)?.endsAt ?? 0;
    const range = { exchange: id, at, bytes: stream.length - at };
    const seen = fieldLine.test(stream.unterminated)
      ? { expected: 'a blank line after it', observed: `the stream ends after ${end}` }
      : {
          expected: 'nothing after it but fields, comments and blank lines',
          observed: `${end}, which is no SSE field`,
        };
    return [{ subject: 'last event', ...seen, reference: `${standard}.6`, range }];
  }),
);

/** An event stream is UTF-8, whatever its charset parameter says (WHATWG HTML 9.2.5). */
export const isUtf8Stream = evenIfIncomplete(
  onSuccess((answer, { id }) => {
    const stream = eventStreamOf(answer);
    if ('inconclusive' in stream) return stream;
    const at = stream.invalidUtf8At;
    if (at === undefined || isCutAt(at, stream.length, answer)) return [];
    const content = contentOf(answer);
    const bytes = content.is === 'bytes' ? content.bytes : answer.body;
    const around = shownBytes(bytes.subarray(Math.max(0, at - 8), at + 8));
    const what = surrogatesAt(bytes.subarray(at - begunBefore(bytes, at))) ?? 'an invalid byte';
    return [
      {
        subject: 'encoding',
        expected: 'UTF-8',
        observed: `${what} at offset ${at}, within ${around}`,
        reference: `${standard}.5`,
        ...brokenAt(id, answer, at),
      },
    ];
  }),
);

function endedBy({ ending }: Answer): string {
  return ending === 'timeout' ? '--timeout ended it' : 'assay read no more of it';
}

/**
 * Describes a letter outside of the basic plane that was written as two surrogates, each encoded by itself, as
 * languages do that keep text as UTF-16. UTF-8 has no form for surrogates (Unicode UTR 26). Undefined for any other
 * bytes.
 */
function surrogatesAt(bytes: Uint8Array): string | undefined {
  const halves = [bytes.subarray(0, 3), bytes.subarray(3, 6)].map(([lead = 0, second = 0, third = 0]) =>
    lead === 0xed && second >= 0xa0 && third >= 0x80 ? 0xd000 + (second - 0x80) * 64 + (third - 0x80) : 0,
  );
  const [high = 0, low = 0] = halves;
  if (high === 0) return undefined;
  const isPair = high < 0xdc00 && low >= 0xdc00;
  return isPair
    ? `surrogates as UTF-8 (CESU-8) for ${String.fromCharCode(high, low)}`
    : `a surrogate alone as UTF-8 (U+${high.toString(16).toUpperCase()})`;
}

/** True where the only invalid bytes are at the end of what came: then the rest of a character had not come yet. */
function isCutAt(at: number, length: number, { ending }: Answer): boolean {
  return mayBePartial({ ending }) && at === length - 1;
}

/** The range of the invalid bytes, with the beginning of a character before them that they do not complete. */
function brokenAt(exchange: string, answer: Answer, at: number): { readonly range?: ByteRange } {
  const content = contentOf(answer);
  if (content.is === 'undecodable') return {};
  const begun = begunBefore(content.bytes, at);
  return { range: { exchange, at: at - begun, bytes: begun + 1 } };
}

/** The content codings of a stream can be undone (RFC 9110 8.4). */
export const hasValidContentCoding = evenIfIncomplete(
  onSuccess((answer) => {
    const content = contentOf(answer);
    const isCoded = headerOf(answer.headers, 'content-encoding') !== undefined;
    if (content.is === 'bytes' && isCoded && mayBePartial(answer))
      return { inconclusive: `the end of the coding had not come when ${endedBy(answer)}` };
    if (content.is === 'bytes') return [];
    if (content.isTooMuch === true) return { inconclusive: content.because };
    return [
      {
        subject: 'Content-Encoding',
        expected: 'the coding that the body has',
        observed: content.because,
        reference: 'RFC 9110 8.4',
      },
    ];
  }),
);

/**
 * The parsed stream. Inconclusive where another expectation judges what is wrong with the body, or where it is not read
 * to its end.
 */
export function eventStreamOf(answer: Answer): EventStream | { readonly inconclusive: string } {
  const stream = readableEventStreamOf(answer);
  return 'inconclusive' in stream || stream.unreadBytes === 0 ? stream : { inconclusive: unreadWords(stream) };
}

/** The same, for as much of the stream as is read. */
export function readableEventStreamOf(answer: Answer): EventStream | { readonly inconclusive: string } {
  const content = contentOf(answer);
  return content.is === 'bytes' ? readEventStream(content.bytes) : { inconclusive: content.because };
}

function unreadWords({ events, unreadBytes }: EventStream): string {
  return `a stream of which the first ${countText(events.length)} events are read, and ${countText(unreadBytes)} bytes after them are not`;
}

/** The bytes as text, with an escape for each byte that is no printable ASCII character: `"data: \xabHello"`. */
function shownBytes(bytes: Uint8Array): string {
  const letters = [...bytes].map((byte) => {
    const letter = String.fromCharCode(byte);
    return /[\x20-\x7e]/.test(letter) ? letter.replace('"', '\\"') : `\\x${byte.toString(16).padStart(2, '0')}`;
  });
  return `"${letters.join('')}"`;
}
