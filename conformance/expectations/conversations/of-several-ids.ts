import { isMet, type Expectation } from '../../model/check.ts';
import { hasRivalSessionIds } from '../bodies/carries-session-id.ts';

/**
 * The expectation, unless it is not met and an answer carried several session ids that stand alike: which of them
 * continues its conversation is not shown (2.3), and that the one passed back was refused proves nothing.
 */
export function unlessOfSeveralIds(expectation: Expectation): Expectation {
  return async (seen) => {
    const judgement = await expectation(seen);
    const rival = isMet(judgement) ? undefined : seen.find(hasRivalSessionIds);
    if (rival === undefined) return judgement;
    return {
      inconclusive: `${rival.id} carries several sessionIds, and the document leaves open which of them continues the session`,
    };
  };
}
