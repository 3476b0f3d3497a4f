import type { Expectation } from '../core/check.ts';
import type { Exchange } from '../core/exchange.ts';
import { says } from './said.ts';

/** The word that a probe plants: letters only, and always in this form. */
const planted = /\bzq[a-z]{10}\b/g;

/** Every nonce in the request of an exchange. */
export function wordsPlantedIn({ request }: Exchange): readonly string[] {
  return [...Buffer.from(request.body).toString('utf8').matchAll(planted)].map(([word]) => word);
}

/** The nonce in the first request that carries one. */
export function plantedIn(seen: readonly Exchange[]): string | undefined {
  return seen.flatMap(wordsPlantedIn)[0];
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

/**
 * The last answer knows every word that was told in its conversation, by a chat or in a stream. One that knows none
 * shows no memory, and cannot be judged.
 */
export const remembersEachWord: Expectation = (seen) => {
  const last = seen.at(-1);
  const told = seen.slice(0, -1).flatMap((exchange) => wordsPlantedIn(exchange).map((word) => ({ word, exchange })));
  if (last === undefined || told.length === 0) return { unjudged: 'nothing was told to be remembered' };
  const forgot = told.filter(({ word }) => !says(last, word));
  if (forgot.length === told.length) return { unjudged: 'the bot showed no memory of what it was told' };
  return forgot.map(({ word, exchange }) => ({
    aspect: 'memory',
    expected: `the word ${word}, told in ${exchange.id}, as well as the others`,
    observed: `${last.id} without it`,
  }));
};
