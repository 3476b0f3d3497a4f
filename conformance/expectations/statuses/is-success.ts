import { ofOne } from '../../model/mismatch.ts';
import { isMet, type Judgement, type Mismatch, type Seen } from '../../model/check.ts';
import { isSuccessStatus, type Answer } from '../../model/exchange.ts';
import { ofWhatIsComing, onAnswer, onEveryAnswer } from '../on-answer.ts';
import { shown } from '../shown-answer.ts';
import { lacksItsProduct } from './lacks-its-product.ts';

/**
 * Any 2xx (success codes are not shown, 4) that carries what its operation gives: the start page of a web server
 * accepts nothing.
 */
export const isSuccess = ofWhatIsComing(
  onAnswer((answer, exchange) => (isSuccessStatus(answer.status) ? shownBy([exchange]) : [mismatchOf(answer)])),
);

const areAll = onEveryAnswer((answer, { id }) =>
  isSuccessStatus(answer.status) ? [] : [ofOne(mismatchOf(answer), id)],
);

/** The same for every answer of a probe with several steps. */
export const areSuccesses = ofWhatIsComing((seen) => {
  const judgement = areAll(seen);
  return judgement instanceof Promise || !isMet(judgement) ? judgement : shownBy(seen);
});

function shownBy(seen: Seen): Judgement {
  const why = seen.map(lacksItsProduct).find((words) => words !== undefined);
  return why === undefined ? [] : { inconclusive: why };
}

function mismatchOf(answer: Answer): Mismatch {
  return {
    subject: 'status',
    expected: 'success, any 2xx',
    observed: shown(answer),
    kind: { is: 'status', due: 'success' },
  };
}
