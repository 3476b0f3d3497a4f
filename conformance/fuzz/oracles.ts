import { isRejectedByHttp2 } from '../classification/reset-stream.ts';
import { attributeTo } from '../model/mismatch.ts';
import type { Expectation, Judgement, Mismatch } from '../model/check.ts';
import type { Exchange } from '../model/exchange.ts';
import {
  bytesMatchFormat,
  requestedFormat,
  typeMatchesFormat,
  typeMatchesBytes,
} from '../expectations/audio/asked/agrees-with-format.ts';
import { carriesSpeech } from '../expectations/audio/carries-speech.ts';
import { isEncodedOnce, isStrictBase64 } from '../expectations/audio/is-strict-base64.ts';
import { isWhole } from '../expectations/audio/is-whole.ts';
import { carriesSessionId } from '../expectations/bodies/carries-session-id.ts';
import { echoesNoSecret } from '../expectations/bodies/echoes-no-secret.ts';
import { hasErrorEnvelope } from '../expectations/bodies/has-error-envelope.ts';
import { isComplete } from '../expectations/wire/is-complete.ts';
import {
  hasValidContentCoding,
  endsItsLastEvent,
  hasEventWithData,
  isUtf8Stream,
  saysEventStream,
  saysUtf8,
} from '../expectations/streams/is-event-stream.ts';
import { hasNoByteOrderMark, isJson, saysJson } from '../expectations/bodies/is-json.ts';
import { contentRefusalIn } from '../expectations/statuses/content-refusal.ts';
import { mayBeFiltered } from '../expectations/statuses/may-be-filtered.ts';
import { isNoServerError, isRefusal } from '../expectations/statuses/is-refusal.ts';
import { isSuccess } from '../expectations/statuses/is-success.ts';
import { misreadsNoMessage } from '../expectations/words/misreads-no-letters.ts';
import { withExchange } from '../expectations/on-answer.ts';
import { allowingUnsupportedFlags } from '../expectations/bodies/or-lacks-flags.ts';
import { unlessAllSessionsEndAlike } from '../expectations/conversations/endings/all-end-alike.ts';
import { unlessEvicted } from '../expectations/conversations/evicted-sessions.ts';
import { unlessSeveralSessionIds } from '../expectations/conversations/of-several-ids.ts';

const ofChats = [isSuccess, isComplete, isJson, hasNoByteOrderMark, saysJson, carriesSessionId, misreadsNoMessage];
const ofStreams = [
  isSuccess,
  isComplete,
  saysEventStream,
  saysUtf8,
  hasValidContentCoding,
  isUtf8Stream,
  hasEventWithData,
  endsItsLastEvent,
  misreadsNoMessage,
];
const ofSpeeches = [
  isSuccess,
  isComplete,
  isJson,
  hasNoByteOrderMark,
  saysJson,
  carriesSpeech,
  isStrictBase64,
  isEncodedOnce,
];

/** Everything that the answer to a valid request of its operation must meet. */
export const isAnsweredInFull: Expectation = (seen) =>
  seen.length > 1 ? unlessSeveralSessionIds(unlessAllSessionsEndAlike(unlessEvicted(inFull)))(seen) : inFull(seen);

const inFull: Expectation = onEach((exchange) => {
  // A content filter may refuse a text that looks like an attack; its refusal must have the error object.
  if (isLeftToFilter(exchange)) return [isComplete, hasErrorEnvelope];
  if (exchange.operation === 'speech') return [...ofSpeeches, ...ofFormat(exchange)];
  return exchange.operation === 'stream' ? ofStreams : ofChats;
});

function isLeftToFilter(exchange: Exchange): boolean {
  return mayBeFiltered(exchange) || contentRefusalIn(exchange) !== undefined;
}

/** The answer is a refusal with the error object (2.7, 7.1). */
export const isRefusedInForm: Expectation = onEach(() => [isRefusal, isComplete, hasErrorEnvelope]);

/** The answer may accept or refuse, but is no 5xx and is complete. */
export const causesNoServerError: Expectation = onEach((exchange) =>
  isRejectedByHttp2(exchange) ? [] : [allowingUnsupportedFlags(isNoServerError), isComplete],
);

/** The answer does not contain the token of its request: good practice, not a sentence of the document. */
export const keepsTheToken: Expectation = onEach(() => [echoesNoSecret]);

/** The expectation of the requested format, read from the request, so that a stored run is judged again as it was. */
function ofFormat(exchange: Exchange): readonly Expectation[] {
  const format = requestedFormat(exchange);
  return format === undefined ? [] : [typeMatchesFormat(format)];
}

/** The audio decodes and is complete; this takes longer than all other expectations. */
export const isCompleteAudio: Expectation = onEach((exchange) => {
  if (exchange.operation !== 'speech' || isLeftToFilter(exchange)) return [];
  const format = requestedFormat(exchange);
  return [format === undefined ? typeMatchesBytes : bytesMatchFormat(format), isWholeIfAny];
});

/**
 * Passes where completeness cannot be judged: raw samples have no length, and another decoder may read what ours
 * cannot.
 */
const isWholeIfAny: Expectation = async (seen) => {
  const judgement = await isWhole(seen);
  return 'inconclusive' in judgement ? [] : judgement;
};

/** Judges every exchange by the expectations of its operation; with several, the mismatches name the exchange. */
function onEach(expectationsOf: (exchange: Exchange) => readonly Expectation[]): Expectation {
  return async (seen) => {
    const mismatches: Mismatch[] = [];
    let inconclusive: Judgement | undefined;
    for (const [at, exchange] of seen.entries()) {
      for (const expectation of expectationsOf(exchange)) {
        // Awaits promises only: most expectations are synchronous, and awaiting them costs thousands of turns of the
        // event loop.
        const given = expectation([exchange]);
        const judgement = given instanceof Promise ? await given : given;
        if ('inconclusive' in judgement) inconclusive ??= judgement;
        else mismatches.push(...judgement.map((each) => ofTurn(each, at, seen.length, exchange)));
      }
    }
    return mismatches.length > 0 ? mismatches : (inconclusive ?? []);
  };
}

function ofTurn(mismatch: Mismatch, at: number, turns: number, exchange: Exchange): Mismatch {
  if (turns === 1) return mismatch;
  return attributeTo(withExchange(exchange, mismatch), `${exchange.operation} ${at + 1}`);
}
