import { isMet, type Expectation } from '../../model/check.ts';
import { contentOf, jsonOf } from '../../bodies/content.ts';
import { isObject } from '../../reading/is-object.ts';
import { isSuccessStatus, type Answer, type Exchange, type Operation } from '../../model/exchange.ts';
import { wrapExpectation, onSuccess } from '../on-answer.ts';
import { audioIn } from '../audio/speech-body.ts';
import { givesSessionId } from '../bodies/carries-session-id.ts';
import { voicesIn } from '../bodies/carries-voices.ts';
import { isDocumentedRequest } from '../kinds.ts';
import { readEventStream } from '../streams/two-readers.ts';

/**
 * Why a success status shows nothing: the body lacks what the operation gives, as a start page for every path or the
 * `{}` of a stub does. Whether the body is wrong is judged by its own check, but nobody can say that the request was
 * accepted. The words are the same for all answers of an operation, so that a report has them once. Undefined where the
 * body has it, and where none is due.
 */
export function missingProductReason(exchange: Exchange): string | undefined {
  const { response, operation } = exchange;
  if (response.is !== 'answer' || response.ending !== 'complete' || !isSuccessStatus(response.status)) return undefined;
  if (operation === 'other' || !isDocumentedRequest(exchange)) return undefined;
  const { isIn, words } = products[operation];
  if (isIn(response, exchange) || isUnread(response, operation)) return undefined;
  const isNoJson = operation !== 'stream' && jsonOf(response).is === 'notJson';
  return `the status is a success, but the body is no ${isNoJson ? 'JSON (4)' : words}`;
}

/**
 * The expectation, but inconclusive where it is met by an answer that lacks what its operation gives. A mistake counts
 * in any answer, but its absence shows something only in such an answer: a refusal is complete too, and a stream
 * without events has no wrong events.
 */
export function requiringProduct(expectation: Expectation): Expectation {
  return wrapExpectation(expectation, async (seen) => {
    const judgement = await expectation(seen);
    return isMet(judgement) ? givesItsProduct(seen) : judgement;
  });
}

const givesItsProduct = onSuccess((_, exchange) => {
  const lacks = missingProductReason(exchange);
  return lacks === undefined ? [] : { inconclusive: lacks };
});

type Product = { readonly isIn: (answer: Answer, exchange: Exchange) => boolean; readonly words: string };

/** What each operation gives. The shape of the list of bots is not shown (4.1). */
const products: Readonly<Record<'bots' | 'voices' | 'chat' | 'stream' | 'speech', Product>> = {
  bots: { isIn: isAnyObject, words: 'JSON object or array, so no list of bots (4.1)' },
  voices: { isIn: (answer) => voicesIn(answer) !== undefined, words: 'list of voices (2.4)' },
  chat: {
    isIn: (_, exchange) => givesSessionId(exchange),
    words: 'chat response: it has no sessionId (2.3)',
  },
  stream: { isIn: hasData, words: 'stream: it has no server-sent event with data (6.1)' },
  speech: {
    isIn: (answer) => audioIn(answer) !== undefined,
    words: 'speech: it has no audioBase64 that can be decoded (2.6)',
  },
};

/** True for a body that is too large to be read, so that nobody knows what is in it. */
function isUnread(answer: Answer, operation: Operation): boolean {
  if (operation !== 'stream') return jsonOf(answer).is === 'tooMuch';
  const content = contentOf(answer);
  return content.is === 'undecodable' && content.isTooMuch === true;
}

function isAnyObject(answer: Answer): boolean {
  const json = jsonOf(answer);
  return json.is === 'json' && isObject(json.value);
}

function hasData(answer: Answer): boolean {
  const content = contentOf(answer);
  return content.is === 'bytes' && readEventStream(content.bytes).events.some(({ data }) => data !== '');
}
