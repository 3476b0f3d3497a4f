import { isTurnedAway } from '../../classification/reset-stream.ts';
import type { Mismatch } from '../../model/check.ts';
import type { Answer } from '../../model/exchange.ts';
import { ofOne } from '../../model/mismatch.ts';
import { ofWhatIsComing, onAnswer, onEveryAnswer } from '../on-answer.ts';
import { shown } from '../shown-answer.ts';

/**
 * Any 4xx: which condition yields which status is not shown (7.5). With a 5xx the service itself says that it erred
 * (RFC 9110 15.6).
 */
export const isRefusal = ofWhatIsComing(onAnswer((answer) => noRefusalIn(answer)));

/** The same for every answer of a probe with several calls. */
export const areRefusals = ofWhatIsComing(
  onEveryAnswer((answer, { id }) => noRefusalIn(answer).map((mismatch) => ofOne(mismatch, id))),
);

function noRefusalIn(answer: Answer): readonly Mismatch[] {
  if (answer.status >= 400 && answer.status < 500) return [];
  return [
    {
      subject: 'status',
      expected: 'a refusal, any 4xx',
      observed: shown(answer),
      kind: { is: 'status', due: 'refusal' },
    },
  ];
}

const noServerError = onAnswer((answer) => serverErrorIn(answer));

/**
 * No 5xx, which is the service's own error (RFC 9110 15.6). Accepting and refusing are both fine, and so is the reset
 * of an HTTP/2 stream over a malformed path.
 */
export const isNoServerError = ofWhatIsComing((seen) => {
  const last = seen.at(-1);
  return last !== undefined && isTurnedAway(last) ? [] : noServerError(seen);
});

/** The same for every answer of a probe with several calls. */
export const areNoServerErrors = ofWhatIsComing(
  onEveryAnswer((answer, { id }) => serverErrorIn(answer).map((mismatch) => ofOne(mismatch, id))),
);

function serverErrorIn(answer: Answer): readonly Mismatch[] {
  if (answer.status < 500) return [];
  return [
    {
      subject: 'status',
      expected: 'any but 5xx',
      observed: shown(answer),
      reference: 'RFC 9110 15.6',
      kind: { is: 'status', due: 'notServerError' },
    },
  ];
}
