import type { Expectation } from '../../model/check.ts';
import { isTaken, type Exchange } from '../../model/exchange.ts';
import { wordsPlantedIn } from './remembers.ts';
import { says } from './said.ts';

/**
 * The end of a long message is heard too. A chat and a stream are asked for the last of the words in one: where one of them
 * says it, and the other says an earlier one only, it was lost there; and so it was where a bot says neither the last nor
 * the first, but one between them, as that is the last it heard. One that repeats the beginning may be as brief as it likes,
 * and a text that is refused for its size is not judged (8.2).
 */
export const keepsTheEnd: Expectation = (seen) => {
  if (!seen.every(isTaken))
    return {
      inconclusive: 'maximum text or message sizes are not shown, and this message was refused',
      isUnspecified: true,
    };
  const heard = seen.map((exchange) => ({ exchange, places: placesIn(exchange) }));
  const isWhole = heard.map(({ exchange, places }) => places.includes(wordsPlantedIn(exchange).length - 1));
  if (heard.length > 0 && !isWhole.includes(false)) return [];
  const lost = heard.filter(
    ({ places }, at) => !isWhole[at] && places.length > 0 && (isWhole.includes(true) || !places.includes(0)),
  );
  if (lost.length === 0)
    return { inconclusive: 'the bot repeats no word from the end of a long message, which may be how it replies' };
  return lost.map(({ exchange, places }) => ({
    subject: 'reply',
    expected: 'the last word of the message',
    observed: `${exchange.id} with word ${Math.max(...places) + 1} of ${wordsPlantedIn(exchange).length}, and no word after it`,
  }));
};

/** Which of the words that were planted it says, counted from 0. */
function placesIn(exchange: Exchange): readonly number[] {
  return wordsPlantedIn(exchange).flatMap((word, at) => (says(exchange, word) ? [at] : []));
}
