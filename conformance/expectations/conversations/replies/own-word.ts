import type { Exchange } from '../../../model/exchange.ts';
import { wordsPlantedIn } from '../../words/remembers.ts';
import { recallsWord } from '../../words/said.ts';

/** True where a reply has the words of the message that it answers. */
export function recallsOwnWords(turn: Exchange): boolean {
  return wordsPlantedIn(turn).every((word) => recallsWord(turn, word));
}

/** For bots that do not repeat what they are told: no reply shows which message it answers. */
export const noOwnWordsShown = {
  inconclusive: 'the bot does not repeat the word of each message, so that no reply shows which message it is to',
  isUnspecified: true,
} as const;
