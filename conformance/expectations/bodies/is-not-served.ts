import { attributeTo } from '../../model/mismatch.ts';
import { mediaTypeOf } from '../../bodies/content.ts';
import type { Mismatch } from '../../model/check.ts';
import { headerOf, isSuccessStatus, type Answer, type Exchange } from '../../model/exchange.ts';
import { speechBodyOf } from '../audio/speech-body.ts';
import { givesSessionId } from './carries-session-id.ts';
import { onAnswer, onEveryAnswer } from '../on-answer.ts';
import { describeAnswer } from '../describe-answer.ts';
import { headOf } from '../../reading/whole-letters.ts';

/**
 * The answer does not give what only a caller with a token gets (5.3). What else a router makes of another spelling of
 * a path is not judged: a redirect, a 404, or a start page for every path.
 */
export const isNotServed = onAnswer(servedMismatches);

/** The same for every answer of a probe with several calls. */
export const areNotServed = onEveryAnswer((answer, exchange) =>
  servedMismatches(answer, exchange).map((mismatch) => attributeTo(mismatch, exchange.id + presentedIn(exchange))),
);

/** Describes the Authorization field that was sent in place of a token, to say which of several was let in. */
function presentedIn({ request }: Exchange): string {
  const field = headerOf(request.headers, 'authorization');
  if (field === undefined) return '';
  if (unsignedToken.test(field)) return ' with an unsigned JWT';
  return ` with Authorization: ${field.length > mostOfField ? `${headOf(field, mostOfField)}…` : field}`;
}

/** A JWT whose header begins with `{"alg":"none"` (RFC 7519 6.1). */
const unsignedToken = /^bearer eyJhbGciOiJub25l/i;
const mostOfField = 60;

function servedMismatches(answer: Answer, exchange: Exchange): readonly Mismatch[] {
  return isSuccessStatus(answer.status) && carriesItsProduct(answer, exchange)
    ? [
        {
          subject: 'status',
          expected: 'no answer of the operation without a valid token',
          observed: describeAnswer(answer),
          kind: { is: 'status', due: 'refusal' },
        },
      ]
    : [];
}

function carriesItsProduct(answer: Answer, exchange: Exchange): boolean {
  if (exchange.operation === 'speech') return speechBodyOf(answer)?.audioBase64 !== undefined;
  return givesSessionId(exchange) || mediaTypeOf(answer) === 'text/event-stream';
}
