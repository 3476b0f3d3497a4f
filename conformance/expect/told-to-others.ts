import type { Mismatch, Seen } from '../core/check.ts';
import { wordsPlantedIn } from './remembers.ts';
import { says } from './said.ts';

/** No answer says a word that another request of the probe told: each of them is a conversation of its own (1). */
export function wordsToldToOthers(seen: Seen): readonly Mismatch[] {
  const told = seen.flatMap((exchange) => wordsPlantedIn(exchange).map((word) => ({ word, exchange })));
  return seen.flatMap((asked) =>
    told
      .filter(({ word, exchange }) => exchange !== asked && says(asked, word))
      .map(({ word, exchange }) => ({
        aspect: 'isolation',
        expected: `nothing of ${word}, told in ${exchange.id}`,
        observed: `${asked.id} says it`,
      })),
  );
}
