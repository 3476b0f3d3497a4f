import type { Judgement } from '../../model/check.ts';
import { excerptOf } from '../../bodies/content.ts';
import { headerOf, isSuccessStatus, type Answer, type OnWire } from '../../model/exchange.ts';
import { parseFinalMessage, type MessageRead } from '../../http/http-message.ts';
import { wireBounds } from '../../reading/wire-bounds.ts';
import { onAnswer } from '../on-answer.ts';

/**
 * True where the answer says that the connection ends after it (RFC 9112 9.6). HTTP/1.0 ends it unless the answer says
 * otherwise.
 */
function saysClose({ headers }: Answer, { version }: OnWire): boolean {
  const options = (headerOf(headers, 'connection') ?? '')
    .toLowerCase()
    .split(',')
    .map((option) => option.trim());
  return options.includes('close') || (version === '1.0' && !options.includes('keep-alive'));
}

const reference = 'RFC 9112 9.3';

/** The second answer on the connection. If it is longer than what assay keeps, its beginning is judged. */
function secondIn(rest: Buffer, { closed }: OnWire): MessageRead {
  return parseFinalMessage(rest, closed || rest.length >= wireBounds.restBytes);
}

function onNextAnswer(judge: (rest: Buffer, answer: Answer, onWire: OnWire) => Judgement) {
  return onAnswer((answer) => {
    const { onWire } = answer;
    if (onWire === undefined) return { inconclusive: 'it was not read byte by byte' };
    return judge(Buffer.from(onWire.rest, 'latin1'), answer, onWire);
  });
}

/**
 * A second request on the same connection gets an answer of its own, or the connection ends. What is left of the first
 * request is not taken for the second (RFC 9112 9.3: read the whole body, or close).
 */
export const nextGetsOwnAnswer = onNextAnswer((rest, answer, onWire) => {
  const read = secondIn(rest, onWire);
  // The two requests ask for different things, so the answer to the first is none to the second.
  if (read.is === 'message' && answer.body.length > 0 && Buffer.from(answer.body).equals(read.message.body)) {
    const expected = 'an answer to the second request';
    return [
      { subject: 'next answer', expected, observed: `the first once more, ${excerptOf(answer.body)}`, reference },
    ];
  }
  return succeedsIn(rest, read);
});

/** The same for two requests that ask for the same thing, and may get the same answer. */
export const nextAlikeGetsAnswer = onNextAnswer((rest, _answer, onWire) => succeedsIn(rest, secondIn(rest, onWire)));

function succeedsIn(rest: Buffer, read: MessageRead): Judgement {
  if (rest.length === 0) return [];
  if (read.is === 'tooMuch') return { inconclusive: read.because };
  if (read.is === 'message' && isSuccessStatus(read.message.status)) return [];
  if (read.is === 'message') {
    const observed = `status ${read.message.status}, ${excerptOf(read.message.body)}`;
    const expected = 'success, any 2xx, to a request that succeeds alone';
    return [{ subject: 'next answer', expected, observed, reference }];
  }
  // This kind joins the mismatch to the cause of other requests that meet such bytes on a connection.
  const kind = { subject: 'answer', observed: 'not HTTP', due: 'response' } as const;
  const observed = `not HTTP: ${excerptOf(rest)}`;
  return [{ subject: 'next answer', expected: 'an HTTP response', observed, reference, kind }];
}

/**
 * Of two requests on a connection, the first brings its token and the second none: the access of the first does not
 * count for the second. A service that ends the connection has nothing to remember the first by.
 */
export const nextIsUnauthorized = onNextAnswer((rest, { status }, onWire) => {
  if (!isSuccessStatus(status)) return { inconclusive: `the request with its token was no success (status ${status})` };
  const next = secondIn(rest, onWire);
  if (next.is === 'tooMuch') return { inconclusive: next.because };
  if (next.is !== 'message' || !isSuccessStatus(next.message.status)) return [];
  const expected = 'a refusal, any 4xx: it came without a token, after one with it';
  return [
    { subject: 'next answer', expected, observed: `status ${next.message.status}, ${excerptOf(next.message.body)}` },
  ];
});

/**
 * After a single request there is no second answer. A 408 is fine: it says that an idle connection is about to end (RFC
 * 9110 15.5.9).
 */
export const hasNoUnrequestedAnswer = onNextAnswer((rest, _answer, onWire) => {
  if (rest.length === 0) return [];
  const next = secondIn(rest, onWire);
  if (next.is === 'message' && next.message.status === 408) return [];
  const observed =
    next.is === 'message' ? `status ${next.message.status}, ${excerptOf(next.message.body)}` : excerptOf(rest);
  const expected = 'nothing, since no other request was sent';
  return [{ subject: 'bytes after the answer', expected, observed, reference: 'RFC 9112 9.2' }];
});

/** A connection does not end after an answer that did not announce it (RFC 9112 9.6: a server SHOULD announce it). */
export const closesOnlyAsAnnounced = onNextAnswer((rest, answer, onWire) => {
  if (rest.length > 0 || !onWire.closed || saysClose(answer, onWire)) return [];
  const observed = `closed after a ${answer.status} without Connection: close`;
  return [{ subject: 'connection', expected: 'kept open, or Connection: close', observed, reference: 'RFC 9112 9.6' }];
});

/** The server ends the connection where the request has `Connection: close` (RFC 9112 9.6: MUST). */
export const closesAsRequested = onAnswer(({ onWire, status, endedAtMs }) => {
  if (onWire === undefined) return { inconclusive: 'it was not read byte by byte' };
  if (onWire.closed) return [];
  const expected = 'closed after the answer, as Connection: close asks';
  const observed = `open ${(endedAtMs / 1_000).toFixed(1)} s after the request, its answer a ${status}`;
  return [{ subject: 'connection', expected, observed, reference: 'RFC 9112 9.6' }];
});

/**
 * Of two requests that were sent at once, the first succeeds alone and the second asks for an unknown path. The answers
 * come in that order.
 */
export const answersInOrder = onNextAnswer((rest, { status, body }, onWire) => {
  const second = secondIn(rest, onWire);
  const next = second.is === 'message' ? second.message.status : undefined;
  const order = {
    subject: 'answers to two requests at once',
    expected: 'success, then the answer for the unknown path',
  };
  if (!isSuccessStatus(status))
    return [{ ...order, observed: `${status}, then ${next ?? 'nothing'}`, reference: `${reference}.2` }];
  // A server may close after any answer, and the client then repeats the requests that were not answered.
  if (rest.length === 0) return [];
  if (second.is === 'tooMuch') return { inconclusive: second.because };
  if (second.is === 'message' && next === status && Buffer.from(body).equals(second.message.body))
    return { inconclusive: 'both requests got the same answer, so their order cannot be told' };
  if (next !== undefined && next < 500) return [];
  return [{ ...order, observed: `${status}, then ${next ?? excerptOf(rest)}`, reference }];
});
