import { isMet, type Expectation, type Seen } from '../../model/check.ts';
import { asPartOf } from '../on-answer.ts';

/**
 * What holds behind a stream that its client left is shown only where one was left: a service may have sent all of it, and
 * its end, before the client could. What is wrong is wrong in any case.
 */
export function whereLeft(expectation: Expectation): Expectation {
  return asPartOf(expectation, async (seen) => {
    const judgement = await expectation(seen);
    return isMet(judgement) && !isLeftIn(seen) ? neverLeft : judgement;
  });
}

/** Only a client that leaves ends an answer so. */
function isLeftIn(seen: Seen): boolean {
  return seen.some(({ response }) => response.is === 'answer' && response.ending === 'left');
}

const neverLeft = {
  inconclusive: 'each stream that was to be aborted had ended before it could be',
  isUnspecified: true,
} as const;
