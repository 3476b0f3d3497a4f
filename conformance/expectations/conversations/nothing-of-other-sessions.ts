import type { Expectation, Exchanges } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { callerOf, anonymousCaller } from '../caller.ts';
import { quoteAround } from '../words/said.ts';
import { answersFromOtherSessions } from './answers-from-other-sessions.ts';
import {
  sessionIdSentBy,
  sessionNamesOf,
  plantedInRun,
  candidateWordsIn,
  type SessionNameOf,
} from './planted-in-run.ts';

/** A phrase in messages whose word is not for other conversations, and which the user does not ask to be kept. */
export const conversationOnlyPhrase = 'for this conversation only';

/**
 * A reply says nothing that its caller told in another session for that session only (1), whatever its request was sent
 * for, and whether it begins or continues a session. Nor does it say what a user asked to be kept in place of what its
 * own session was told.
 */
export const leaksNothingOfOtherSessions: Expectation = Object.assign(
  ([exchange]: Exchanges, run: Exchanges = []) => {
    if (exchange === undefined || !isPlain(exchange)) return [];
    const caller = callerOf(exchange);
    if (caller === undefined || caller === anonymousCaller) return [];
    const { words } = plantedInRun(run);
    const isElsewhere = elsewhere(exchange, sessionNamesOf(run));
    const isSwapped = answersFromOtherSessions(run).has(exchange);
    return candidateWordsIn(exchange).flatMap((word) => {
      const by = words.get(word) ?? [];
      const [first] = by;
      const isOfOthers = by.every(
        (told) =>
          told !== exchange && callerOf(told) === caller && (isSwapped || isForItsOwn(told)) && isElsewhere(told),
      );
      if (first === undefined || !isOfOthers || messageOf(exchange).includes(word)) return [];
      if (isToldHere(word, exchange, run)) return [];
      return [
        {
          subject: 'isolation',
          expected: 'only words of its own session',
          // The word identifies the exchange that told it: the name of that exchange can be a page long.
          observed: `the reply to ${exchange.id} says ${word}${quoteAround(exchange, word)}, told in a ${first.operation} of another session${isSwapped ? ', and nothing that its own session was told' : ''}`,
          kind: { observed: 'a session has a word of another one' },
          exchange: exchange.id,
          restsOn: [first.id],
        },
      ];
    });
  },
  { ofPart: 'always' } as const,
);

function isPlain({ operation, request }: Exchange): boolean {
  return (operation === 'chat' || operation === 'stream') && request.raw === undefined;
}

/**
 * Whether a request told its word elsewhere: for a request that begins a session, always; for a later request, in a
 * session that is known to be another.
 */
function elsewhere(exchange: Exchange, sessionOf: SessionNameOf): (told: Exchange) => boolean {
  if (sessionIdSentBy(exchange) === undefined) return () => true;
  const own = sessionOf(exchange);
  return (told) => {
    const other = sessionOf(told);
    return own !== undefined && other !== undefined && other !== own;
  };
}

/**
 * True where the session of a request that continues it was told the word, in any form. False where the request begins
 * a session: its answer may be another's, id and all.
 */
function isToldHere(word: string, exchange: Exchange, run: Exchanges): boolean {
  if (sessionIdSentBy(exchange) === undefined) return false;
  const sessionOf = sessionNamesOf(run);
  const own = sessionOf(exchange);
  return own !== undefined && run.some((other) => sessionOf(other) === own && messageOf(other).includes(word));
}

function isForItsOwn(told: Exchange): boolean {
  return messageOf(told).includes(conversationOnlyPhrase);
}

function messageOf({ request }: Exchange): string {
  return Buffer.from(request.body).toString('utf8');
}
