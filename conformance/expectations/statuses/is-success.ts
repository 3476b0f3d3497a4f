import { attributeTo } from '../../model/mismatch.ts';
import { isMet, type Judgement, type Mismatch, type Exchanges } from '../../model/check.ts';
import { isSuccessStatus, type Answer } from '../../model/exchange.ts';
import { evenIfStillSending, onAnswer, onEveryAnswer } from '../on-answer.ts';
import { describeAnswer } from '../describe-answer.ts';
import { missingProductReason } from './lacks-its-product.ts';

/**
 * Any 2xx (success codes are not shown, 4) that carries what its operation gives: the start page of a web server
 * accepts nothing.
 */
export const isSuccess = evenIfStillSending(
  onAnswer((answer, exchange) => (isSuccessStatus(answer.status) ? shownBy([exchange]) : [mismatchOf(answer)])),
);

const areAll = onEveryAnswer((answer, { id }) =>
  isSuccessStatus(answer.status) ? [] : [attributeTo(mismatchOf(answer), id)],
);

/** The same for every answer of a probe with several steps. */
export const areSuccesses = evenIfStillSending((seen) => {
  const judgement = areAll(seen);
  return judgement instanceof Promise || !isMet(judgement) ? judgement : shownBy(seen);
});

function shownBy(seen: Exchanges): Judgement {
  const why = seen.map(missingProductReason).find((words) => words !== undefined);
  return why === undefined ? [] : { inconclusive: why };
}

function mismatchOf(answer: Answer): Mismatch {
  return {
    subject: 'status',
    expected: 'success, any 2xx',
    observed: describeAnswer(answer),
    kind: { is: 'status', due: 'success' },
  };
}
