import type { Expectation } from '../core/check.ts';
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
