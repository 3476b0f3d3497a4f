import type { Control, Expectation } from '../core/check.ts';
import { plantedIn } from './remembers.ts';
import { says } from './said.ts';

/** Of several replies at once, each with a word of its own, none says another's word. */
export const neverMixed: Expectation = (seen) =>
  seen.flatMap((exchange) =>
    seen.flatMap((other) => {
      const word = other === exchange ? undefined : plantedIn([other]);
      if (word === undefined || !says(exchange, word)) return [];
      return [
        {
          aspect: 'reply',
          expected: 'only what was asked in its own request',
          observed: `${exchange.id} says ${word} of ${other.id}`,
        },
      ];
    }),
  );

/** A control: by each operation that was asked, a reply repeats the word of its own request, so that it could repeat another's. */
export const repeatsItsOwn: Control = {
  says: 'the bot repeats in its replies the words that it is asked to repeat',
  shownIn: (seen) => {
    const shown = seen.filter((exchange) => {
      const word = plantedIn([exchange]);
      return word !== undefined && says(exchange, word);
    });
    const isShown = seen.every(({ operation }) => shown.some((exchange) => exchange.operation === operation));
    if (shown.length > 0 && isShown) return { by: shown };
    const because =
      'the bot did not repeat what it was asked to repeat, so that nothing could be seen to mix: --bot names one that does';
    return { because };
  },
};
