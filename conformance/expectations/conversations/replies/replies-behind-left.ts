import { isAccepted } from '../../../model/exchange.ts';
import type { Judgement, Exchanges } from '../../../model/check.ts';
import { wordsPlantedIn } from '../../words/remembers.ts';
import { saysWord } from '../../words/said.ts';
import { noneLeft, position, whyNotAsked } from '../keeps-left-session.ts';
import { recallsOwnWords, noOwnWordsShown } from './own-word.ts';

/** True where the turn behind the stream that was left is answered without the word that it tells itself. */
export function lacksOwnWord(seen: Exchanges): boolean {
  const turn = seen[position.turn];
  return turn !== undefined && isAccepted(turn) && !recallsOwnWords(turn);
}

/**
 * The reply to a chat is to the message of that chat (4.2), also behind a stream of its session that was left (2.3). It is
 * another one's where it says the word of the stream that nobody heard to its end, and not its own, while the same turn of
 * an older session, behind a whole stream, has its own. A bot that says no words of its messages is not judged.
 */
export function repliesToOwnMessage(seen: Exchanges): Judgement {
  const [left, turn, unleftTurn] = [position.left, position.turn, position.unleftTurn].map((at) => seen[at]);
  if (left === undefined || !isAccepted(left)) return noneLeft;
  if (turn === undefined || !isAccepted(turn)) return whyNotAsked(seen);
  if (recallsOwnWords(turn)) return [];
  const [own = ''] = wordsPlantedIn(turn);
  const other = wordsPlantedIn(left).find((word) => saysWord(turn, word));
  if (other === undefined || unleftTurn === undefined || !isAccepted(unleftTurn) || !recallsOwnWords(unleftTurn))
    return noOwnWordsShown;
  return [
    {
      subject: 'reply',
      expected: `a reply to its own message, with its word ${own}, as ${unleftTurn.id} of an older session has its own`,
      observed: `it has ${other} in its place, a word of the stream that was left before it (${left.id})`,
      exchange: turn.id,
      restsOn: [left.id, unleftTurn.id],
      kind: { observed: 'it is the reply to the message before it, of which the stream was left' },
    },
  ];
}
