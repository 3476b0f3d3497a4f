import { isMet, type Expectation } from '../../model/check.ts';
import { hasRivalSessionIds, rivalSessionIds } from '../bodies/carries-session-id.ts';

/** Of more ids than two these say enough. */
const mostNamed = 2;

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
      inconclusive: `an answer carries several sessionIds, ${rivalSessionIds(rival).slice(0, mostNamed).join(' and ')}, and the document leaves open which of them continues the session`,
    };
  };
}
