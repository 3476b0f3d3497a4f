import type { Expectation } from '../../model/check.ts';
import { isAccepted } from '../../model/exchange.ts';
import { wordsPlantedIn } from '../words/remembers.ts';
import { quoteAround, saysWord } from '../words/said.ts';

/** A request that was refused is no turn of the conversation whose id it had (2.2, 5.3): no answer knows its word. */
export const recallsNoRefusedTurn: Expectation = (seen) => {
  const refused = seen.filter((exchange) => exchange.response.is === 'answer' && exchange.response.status >= 400);
  const words = refused.flatMap(wordsPlantedIn);
  if (words.length === 0) return { inconclusive: 'no turn that told a word was refused' };
  return seen.filter(isAccepted).flatMap((exchange) => {
    const word = words.find((each) => !wordsPlantedIn(exchange).includes(each) && saysWord(exchange, each));
    const from = refused.find((each) => word !== undefined && wordsPlantedIn(each).includes(word));
    if (word === undefined || from === undefined) return [];
    return [
      {
        subject: 'conversation',
        expected: 'only words of turns that were not refused',
        observed: `the reply to ${exchange.id} says ${word}${quoteAround(exchange, word)}, told in ${from.id}, which was refused`,
        kind: { observed: 'a reply has a word of a refused turn' },
        exchange: exchange.id,
        restsOn: [from.id],
      },
    ];
  });
};
