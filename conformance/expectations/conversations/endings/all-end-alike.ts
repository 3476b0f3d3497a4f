import { isFailed, type Expectation } from '../../../model/check.ts';
import { isAccepted } from '../../../model/exchange.ts';
import { sessionsIn } from '../sessions-in.ts';
import { sessionEndOf } from './ended.ts';

/** Fewest sessions that end alike: a single one may have been lost. */
const fewestEnds = 2;

/**
 * The expectation, where all sessions that were refused so far were refused from the same turn on: of the turns before
 * that, since how long sessions last is not shown (8.2).
 */
export function unlessAllSessionsEndAlike(expectation: Expectation): Expectation {
  return async (seen) => {
    const judgement = await expectation(seen);
    if (!isFailed(judgement)) return judgement;
    const sessions = sessionsIn(seen);
    const ends = sessions.flatMap(({ turns }) => sessionEndOf(turns) ?? []);
    const [first] = ends;
    const most = Math.max(...sessions.map(({ turns }) => turns.filter(isAccepted).length));
    if (first === undefined || ends.some(({ taken }) => taken.length !== most)) return judgement;
    const refused = new Set(ends.flatMap((end) => end.refused));
    const others = await expectation(seen.filter((turn) => !refused.has(turn)));
    if (isFailed(others) || ends.length >= fewestEnds) return others;
    return {
      inconclusive: `a session was refused from turn ${most + 1} on, and no other one came so far: how long sessions last is not specified`,
    };
  };
}
