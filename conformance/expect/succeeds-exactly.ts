import type { Expectation } from '../core/check.ts';
import { isSuccessStatus } from '../core/exchange.ts';

/** Of the uses of one workspace, as many succeed as its balance covers (8.1), however they fall together. */
export function succeedsExactly(times: number): Expectation {
  return (seen) => {
    const statuses = seen.map(({ response }) => (response.is === 'answer' ? response.status : 0));
    const successes = statuses.filter(isSuccessStatus).length;
    if (successes === times) return [];
    const observed = `${successes} of ${seen.length}, with the statuses ${statuses.join(', ')}`;
    return [{ aspect: 'successes', expected: `exactly ${times}, which the balance covers`, observed }];
  };
}
