import type { PositiveControl, Expectation } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { wordsPlantedIn } from '../words/remembers.ts';
import { says } from '../words/said.ts';

/** Of several replies at once, each with words of its own, none says a word of another's. */
export const neverMixed: Expectation = (seen) =>
  seen.flatMap((exchange) =>
    seen.flatMap((other) => {
      const word = other === exchange ? undefined : wordsPlantedIn(other).find((each) => says(exchange, each));
      if (word === undefined) return [];
      return [
        {
          subject: 'reply',
          expected: 'only what was asked in its own request',
          observed: `the reply to ${exchange.id} contains ${word}, a word that ${other.id} sent`,
          kind: { observed: 'an answer contains a word of another request' },
        },
      ];
    }),
  );

/** True where the reply has a word of its own request. */
export function repeatsAWord(exchange: Exchange): boolean {
  return wordsPlantedIn(exchange).some((word) => says(exchange, word));
}

/**
 * A control: by each operation that was asked to repeat a word, a reply repeats one of its own request, so that it could
 * repeat another's.
 */
export const repeatsItsOwn: PositiveControl = {
  says: 'the bot repeats in its replies the words that it is asked to repeat',
  shownIn: (seen) => {
    const asked = seen.filter((exchange) => wordsPlantedIn(exchange).length > 0);
    const shown = asked.filter(repeatsAWord);
    const isShown = asked.every(({ operation }) => shown.some((exchange) => exchange.operation === operation));
    if (shown.length > 0 && isShown) return { by: shown };
    const because =
      'the bot did not repeat what it was asked to repeat, so mixing could not be seen; name a bot that does with --bot';
    return { because };
  },
};
