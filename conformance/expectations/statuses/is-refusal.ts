import { isRejectedByHttp2 } from '../../classification/reset-stream.ts';
import type { Mismatch } from '../../model/check.ts';
import type { Answer } from '../../model/exchange.ts';
import { attributeTo } from '../../model/mismatch.ts';
import { evenIfStillSending, onAnswer, onEveryAnswer } from '../on-answer.ts';
import { describeAnswer } from '../describe-answer.ts';

/**
 * Any 4xx: which condition yields which status is not shown (7.5). With a 5xx the service itself says that it erred
 * (RFC 9110 15.6).
 */
export const isRefusal = evenIfStillSending(onAnswer((answer) => refusalMismatches(answer)));

/** The same for every answer of a probe with several calls. */
export const areRefusals = evenIfStillSending(
  onEveryAnswer((answer, { id }) => refusalMismatches(answer).map((mismatch) => attributeTo(mismatch, id))),
);

function refusalMismatches(answer: Answer): readonly Mismatch[] {
  if (answer.status >= 400 && answer.status < 500) return [];
  return [
    {
      subject: 'status',
      expected: 'a refusal, any 4xx',
      observed: describeAnswer(answer),
      kind: { is: 'status', due: 'refusal' },
    },
  ];
}

const noServerError = onAnswer((answer) => serverErrorIn(answer));

/**
 * No 5xx, which is the service's own error (RFC 9110 15.6). Accepting and refusing are both fine, and so is the reset
 * of an HTTP/2 stream over a malformed path.
 */
export const isNoServerError = evenIfStillSending((seen) => {
  const last = seen.at(-1);
  return last !== undefined && isRejectedByHttp2(last) ? [] : noServerError(seen);
});

/** The same for every answer of a probe with several calls. */
export const areNoServerErrors = evenIfStillSending(
  onEveryAnswer((answer, { id }) => serverErrorIn(answer).map((mismatch) => attributeTo(mismatch, id))),
);

function serverErrorIn(answer: Answer): readonly Mismatch[] {
  if (answer.status < 500) return [];
  return [
    {
      subject: 'status',
      expected: 'any but 5xx',
      observed: describeAnswer(answer),
      reference: 'RFC 9110 15.6',
      kind: { is: 'status', due: 'notServerError' },
    },
  ];
}
