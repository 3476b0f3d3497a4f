import { ofOne } from '../../model/mismatch.ts';
import { mediaTypeOf } from '../../bodies/content.ts';
import type { Mismatch } from '../../model/check.ts';
import { isSuccessStatus, type Answer, type Exchange } from '../../model/exchange.ts';
import { spokenIn } from '../audio/spoken.ts';
import { givesSessionId } from './carries-session-id.ts';
import { onAnswer, onEveryAnswer } from '../on-answer.ts';
import { shown } from '../shown-answer.ts';

/**
 * What only a caller with a token gets (5.3) does not come. What else a router makes of another spelling of a path is
 * its own matter: a redirect, a 404, or the start page that it has for every path.
 */
export const isNotServed = onAnswer(servedIn);

/** The same of every answer of a probe with several calls. */
export const areNotServed = onEveryAnswer((answer, exchange) =>
  servedIn(answer, exchange).map((mismatch) => ofOne(mismatch, exchange.id)),
);

function servedIn(answer: Answer, exchange: Exchange): readonly Mismatch[] {
  return isSuccessStatus(answer.status) && carriesItsProduct(answer, exchange)
    ? [{ subject: 'status', expected: 'no answer of the operation without a token', observed: shown(answer) }]
    : [];
}

function carriesItsProduct(answer: Answer, exchange: Exchange): boolean {
  if (exchange.operation === 'speech') return spokenIn(answer)?.audioBase64 !== undefined;
  return givesSessionId(exchange) || mediaTypeOf(answer) === 'text/event-stream';
}
