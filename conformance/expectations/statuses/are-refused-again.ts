import type { Expectation } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { wrapExpectation } from '../on-answer.ts';
import { areRefusals } from './is-refusal.ts';

/**
 * Of requests that were sent twice, all of them once and then all of them unchanged in the same order: what was refused at
 * first is refused again (7.1). Whether it had to be refused at first is for other checks.
 */
export const areRefusedAgain: Expectation = wrapExpectation(areRefusals, (seen) => {
  const half = seen.length / 2;
  const again = seen.slice(half).filter((_, at) => wasRefused(seen[at]));
  if (again.length === 0) return { inconclusive: 'none of the requests was refused at first' };
  return areRefusals(again);
});

function wasRefused(first: Exchange | undefined): boolean {
  return first?.response.is === 'answer' && first.response.status >= 400 && first.response.status < 500;
}
