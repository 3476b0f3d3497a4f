import type { Expectation } from '../core/check.ts';
import type { Exchange } from '../core/exchange.ts';
import { says } from './said.ts';

/** The word that a probe plants: letters only, and always in this form. */
const planted = /\bzq[a-z]{10}\b/;

/** The nonce in the first request that carries one. */
export function plantedIn(seen: readonly Exchange[]): string | undefined {
  return seen
    .map(({ request }) => planted.exec(Buffer.from(request.body).toString('utf8'))?.[0])
    .find((word) => word !== undefined);
}

/**
 * The word of the first turn is still known in every later one (1: conversations continue). A bot that never shows
 * any memory cannot be judged; one that shows it in one turn and not in another forgot.
 */
export const remembersThroughout: Expectation = (seen) => {
  const word = plantedIn(seen);
  const asked = seen.slice(1);
  if (word === undefined || asked.length === 0) return { unjudged: 'nothing was told to be remembered' };
  const forgot = asked.filter((exchange) => !says(exchange, word));
  if (forgot.length === asked.length) return { unjudged: 'the bot showed no memory of what it was told' };
  return forgot.map(({ id }) => ({
    aspect: 'memory',
    expected: `the word ${word}, which it still knew in another turn`,
    observed: `${id} without it`,
  }));
};

/** The last answer does not know the word that was told elsewhere: a conversation continues through its session id only (1). */
export const knowsNothingOfElsewhere: Expectation = (seen) => {
  const word = plantedIn(seen);
  const last = seen.at(-1);
  if (word === undefined || last === undefined) return { unjudged: 'nothing was told that could leak' };
  if (!says(last, word)) return [];
  return [
    {
      aspect: 'isolation',
      expected: `nothing of ${word}, told in another conversation`,
      observed: `${last.id} says it`,
    },
  ];
};
