import type { Exchanges } from '../../../model/check.ts';
import { isControl, withoutControls, type Judge } from '../declined/controls.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { messageText } from '../declined/may-have-declined.ts';
import { isTruncatedReply, mayHaveMaxLength } from './cut-short.ts';
import { questionsIn, wordsRecalledIn, wordsPlantedBefore, wordsPlantedIn, type PlantedWord } from '../remembers.ts';

/** Fewest answers with several words, to show that the missing words are not left out on a whim. */
const fewestAnswers = 2;

/**
 * Several turns of a conversation tell one word each. A bot that says two of the words in one answer also knows words
 * of later turns (1: conversations continue). How far it looks back, and whether a new word replaces an older one, is
 * up to the bot, but neither makes it know the older words only. A control whose answer says a later word clears the
 * bot too. A control that is declined excuses nothing, since no answer that says two words declines. An answer that may
 * have been cut short does not count.
 */
export const remembersLaterTurns: Judge = (seen) => {
  const asks = questionsIn(seen);
  const first = asks[0];
  const last = asks.at(-1);
  const told = first === undefined ? [] : wordsPlantedBefore(seen, first);
  if (last === undefined || told.length === 0) return { inconclusive: 'the bot was told nothing to remember' };
  const several = asks.filter((exchange) => wordsRecalledIn(seen, exchange).length > 1);
  const words = told.map(({ word }) => word);
  const messages = seen.filter((exchange) => wordsPlantedIn(exchange).length > 0).map(messageText);
  const answers = several.filter(
    (exchange) => !isTruncatedReply(exchange, words, seen) && !mayHaveMaxLength(exchange, words, messages, seen),
  );
  const known = [...asks, ...seen.filter(isControl)].flatMap((exchange) => knownOfTurns(seen, exchange));
  const newest = Math.max(...known.map(({ at }) => at));
  const forgotten = told.filter(({ at }) => at > newest);
  if (forgotten.length === 0) return [];
  const [answer] = answers;
  if (answer === undefined || answers.length < fewestAnswers)
    return {
      inconclusive:
        several.length < fewestAnswers
          ? 'the bot repeated no two words, and may keep one only; name a bot that remembers with --bot'
          : 'the replies that say several words may end where replies have to end: how long they may be is not specified',
      isUnspecified: true,
    };
  const both = wordsRecalledIn(seen, answer)
    .map(({ word }) => word)
    .join(', ');
  const lost = forgotten.map(({ word, at }) => ({ word, from: seen[at]?.id ?? '' }));
  return [
    {
      subject: 'memory',
      expected: `${lost.map(({ word, from }) => `${word} of ${from}`).join(', ')}, as well as ${both}`,
      observed: `the reply to ${last.id} lacks them`,
      exchange: last.id,
      restsOn: [...new Set(lost.map(({ from }) => from))],
    },
  ];
};

/**
 * The known words without those that earlier controls told: the message of a control also holds the question for its
 * word.
 */
function knownOfTurns(seen: Exchanges, exchange: Exchange): readonly PlantedWord[] {
  const turns = withoutControls(seen);
  return wordsRecalledIn(seen, exchange).filter(({ at }) => turns.includes(seen[at] ?? exchange));
}
