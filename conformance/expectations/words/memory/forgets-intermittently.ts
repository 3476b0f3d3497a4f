import type { Exchanges } from '../../../model/check.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { messageText } from '../declined/may-have-declined.ts';
import { questionsIn, wordsRecalledIn, wordsPlantedBefore } from '../remembers.ts';
import { saysWord } from '../said.ts';

/** True for an answer that repeats the message of its own request: it does not decline what the message asks for. */
function echoesItsMessage(turn: Exchange): boolean {
  return messageText(turn) !== '' && saysWord(turn, messageText(turn));
}

/**
 * True where some questions of a conversation were answered with a planted word, and the answer to another only repeats
 * it.
 */
export function forgetsIntermittently(seen: Exchanges): boolean {
  const asks = questionsIn(seen).filter((ask) => wordsPlantedBefore(seen, ask).length > 0);
  const isKnown = (ask: Exchange): boolean => wordsRecalledIn(seen, ask).length > 0;
  return asks.some(isKnown) && asks.some((ask) => !isKnown(ask) && echoesItsMessage(ask));
}
