import type { Judgement, Mismatch, Exchanges } from '../../../model/check.ts';
import { isAccepted, type Exchange } from '../../../model/exchange.ts';
import { wordsPlantedIn } from '../../words/remembers.ts';
import { saysWord } from '../../words/said.ts';
import { recallsOwnWords, noOwnWordsShown } from './own-word.ts';

/**
 * Of two chats that are sent at once in one session, each is answered with the reply to its own message (4.2). A reply may
 * have the word of the other turn too, where that was worked on before. That each has the other's is so in no order: a reply
 * that lacks its own word besides is to the other message. How many turns at once a session takes is left open.
 */
export function concurrentRepliesAreOwn(seen: Exchanges): Judgement {
  const [one, other] = seen.filter(({ role }) => role === 'asks').filter(isAccepted);
  if (one === undefined || other === undefined)
    return { inconclusive: 'not both turns were accepted', isUnspecified: true };
  if ([one, other].every(recallsOwnWords)) return [];
  if (wordOf(one, other) !== undefined && wordOf(other, one) !== undefined)
    return [...mixedUp(one, other), ...mixedUp(other, one)];
  return noOwnWordsShown;
}

/** The word of the other turn that this one's reply has. */
function wordOf(turn: Exchange, other: Exchange): string | undefined {
  return wordsPlantedIn(other).find((each) => saysWord(turn, each));
}

function mixedUp(turn: Exchange, other: Exchange): readonly Mismatch[] {
  const [own = ''] = wordsPlantedIn(turn);
  const word = wordOf(turn, other);
  if (word === undefined || recallsOwnWords(turn)) return [];
  return [
    {
      subject: 'reply',
      expected: `a reply to its own message, with its word ${own}`,
      observed: `it has ${word} in its place, the word of ${other.id}, sent at the same time, whose reply has ${own}`,
      exchange: turn.id,
      restsOn: [other.id],
      kind: { observed: 'it is the reply to another turn that was sent at the same time' },
    },
  ];
}
