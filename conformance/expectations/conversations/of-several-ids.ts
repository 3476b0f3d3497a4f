import { isMet, type Expectation } from '../../model/check.ts';
import { hasSeveralSessionIds, severalSessionIds } from '../bodies/carries-session-id.ts';

/** Most ids that the message quotes. */
const mostNamed = 2;

/**
 * The expectation, but inconclusive where it is not met and an answer carried several session ids of equal rank: which
 * of them continues the conversation is not shown (2.3), so a refusal of the id that was passed back proves nothing.
 */
export function unlessSeveralSessionIds(expectation: Expectation): Expectation {
  return async (seen) => {
    const judgement = await expectation(seen);
    const rival = isMet(judgement) ? undefined : seen.find(hasSeveralSessionIds);
    if (rival === undefined) return judgement;
    return {
      inconclusive: `an answer carries several sessionIds, ${severalSessionIds(rival).slice(0, mostNamed).join(' and ')}, and the document leaves open which of them continues the session`,
    };
  };
}
