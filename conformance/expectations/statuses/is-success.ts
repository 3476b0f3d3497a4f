import { ofOne } from '../../model/mismatch.ts';
import { isSuccessStatus } from '../../model/exchange.ts';
import { ofWhatIsComing, onAnswer, onEveryAnswer } from '../on-answer.ts';
import { shown } from '../shown-answer.ts';

/** Any 2xx: success codes are not shown (4). */
export const isSuccess = ofWhatIsComing(
  onAnswer((answer) =>
    isSuccessStatus(answer.status)
      ? []
      : [{ subject: 'status', expected: 'success, any 2xx', observed: shown(answer) }],
  ),
);

/** The same for every answer of a probe with several steps. */
export const areSuccesses = ofWhatIsComing(
  onEveryAnswer((answer, { id }) =>
    isSuccessStatus(answer.status)
      ? []
      : [ofOne({ subject: 'status', expected: 'success, any 2xx', observed: shown(answer) }, id)],
  ),
);
