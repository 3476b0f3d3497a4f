import { ofOne } from '../../model/mismatch.ts';
import type { Mismatch } from '../../model/check.ts';
import { isSuccessStatus, type Answer } from '../../model/exchange.ts';
import { ofWhatIsComing, onAnswer, onEveryAnswer } from '../on-answer.ts';
import { shown } from '../shown-answer.ts';

/** Any 2xx: success codes are not shown (4). */
export const isSuccess = ofWhatIsComing(
  onAnswer((answer) => (isSuccessStatus(answer.status) ? [] : [mismatchOf(answer)])),
);

/** The same for every answer of a probe with several steps. */
export const areSuccesses = ofWhatIsComing(
  onEveryAnswer((answer, { id }) => (isSuccessStatus(answer.status) ? [] : [ofOne(mismatchOf(answer), id)])),
);

function mismatchOf(answer: Answer): Mismatch {
  return { subject: 'status', expected: 'success, any 2xx', observed: shown(answer), kind: { due: 'success' } };
}
