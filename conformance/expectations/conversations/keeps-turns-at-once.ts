import type { Judge } from '../words/declined/controls.ts';
import { sessionIdIn } from '../bodies/carries-session-id.ts';
import { isAccepted } from '../../model/exchange.ts';
import { remembersEachWord, wordsPlantedIn } from '../words/remembers.ts';

/**
 * Where two turns of a session were sent at once and both accepted, neither is forgotten. A refused turn is not part of
 * the conversation. Where each gives another sessionId, they may be two conversations from then on.
 */
export const keepsConcurrentTurns: Judge = (all) => {
  const seen = all.filter(({ role }) => role !== 'asks');
  const told = seen.filter((exchange) => wordsPlantedIn(exchange).length > 0);
  const taken = told.filter(isAccepted);
  if (taken.length < 2) return { inconclusive: 'not both turns were accepted' };
  const ids = seen.map(sessionIdIn).filter((id) => id !== undefined);
  if (new Set(ids.map((id) => JSON.stringify(id))).size > 1)
    return {
      inconclusive:
        'each turn gave another sessionId, and the document leaves open which of them continues the session',
    };
  return remembersEachWord(seen);
};
