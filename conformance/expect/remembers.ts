import type { Control, Expectation, Seen } from '../core/check.ts';
import type { Exchange } from '../core/exchange.ts';
import type { Probe } from '../core/probe.ts';
import { says } from './said.ts';

/** The word that a probe plants: letters only, and always in this form; at the beginning of a line behind an escape of JSON. */
const planted = /(?:\b|(?<=\\[nrt]))zq[a-z]{10}\b/g;

/** Every nonce in the request of an exchange. */
export function wordsPlantedIn({ request }: Exchange): readonly string[] {
  return [...Buffer.from(request.body).toString('utf8').matchAll(planted)].map(([word]) => word);
}

/** The nonce in the first request that carries one. */
export function plantedIn(seen: readonly Exchange[]): string | undefined {
  return seen.flatMap(wordsPlantedIn)[0];
}

/** A bot that is asked so often again, and knows it each time, has only once not said it. */
export const timesAgain = 2;

/** The questions that were answered without it; none where one was, and those after it show that it is known. */
function forgottenIn(asks: readonly Exchange[], knows: (exchange: Exchange) => boolean): readonly Exchange[] {
  const forgot = asks.filter((exchange) => !knows(exchange));
  const behind = forgot[0] === undefined ? 0 : asks.length - 1 - asks.indexOf(forgot[0]);
  return forgot.length === 1 && behind >= timesAgain ? [] : forgot;
}

function asksIn(seen: Seen): readonly Exchange[] {
  return seen.filter((exchange, at) => at > 0 && wordsPlantedIn(exchange).length === 0);
}

/** By chat or in a stream: where a question has to be asked again, before it can be said that what was told is forgotten. */
export function asksWorthRepeating(seen: Seen): readonly ('chat' | 'stream')[] {
  const toldBefore = (exchange: Exchange): readonly string[] =>
    seen.slice(0, seen.indexOf(exchange)).flatMap(wordsPlantedIn);
  const knows = (exchange: Exchange): boolean => toldBefore(exchange).every((word) => says(exchange, word));
  const asks = asksIn(seen);
  if (!asks.some((exchange) => toldBefore(exchange).some((word) => says(exchange, word)))) return [];
  return (['chat', 'stream'] as const).filter((by) => {
    const ofKind = asks.filter(({ operation }) => operation === by);
    return forgottenIn(ofKind, knows).length === 1;
  });
}

/** A stream whose data says a word that was told by then: so the words of this bot's streams can be read (4.3: not shown). */
function isReadable(seen: Seen): boolean {
  return seen.some(
    (exchange, at) =>
      exchange.operation === 'stream' &&
      seen.slice(0, at + 1).some((earlier) => wordsPlantedIn(earlier).some((word) => says(exchange, word))),
  );
}

/**
 * The word of the first turn is still known in every later one (1: conversations continue). A bot that never shows
 * any memory cannot be judged, nor what is said in streams where no word of them can be read; one that shows it in one
 * turn and not in another forgot.
 */
export const remembersThroughout: Expectation = (seen) => {
  const word = plantedIn(seen);
  const asks = asksIn(seen);
  if (word === undefined || asks.length === 0) return { unjudged: 'nothing was told to be remembered' };
  const knows = (exchange: Exchange): boolean => says(exchange, word);
  if (!asks.some(knows)) return { unjudged: 'the bot showed no memory of what it was told' };
  const ofKinds = Map.groupBy(asks, ({ operation }) => operation).values();
  const forgot = [...ofKinds].flatMap((ofKind) => forgottenIn(ofKind, knows));
  const judged = isReadable(seen) ? forgot : forgot.filter(({ operation }) => operation !== 'stream');
  if (judged.length === 0 && forgot.length > 0) return { unjudged: 'no word could be read in a stream of this bot' };
  return judged.map(({ id }) => ({
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
 * Every question is answered with each word that was told in its conversation, by a chat or in a stream. A bot that says
 * none of them shows no memory, and cannot be judged.
 */
export const remembersEachWord: Expectation = (seen) => {
  const last = seen.at(-1);
  const told = seen.slice(0, -1).flatMap((exchange) => wordsPlantedIn(exchange).map((word) => ({ word, exchange })));
  if (last === undefined || told.length === 0) return { unjudged: 'nothing was told to be remembered' };
  const asks = seen.slice(seen.indexOf(told.at(-1)?.exchange ?? last) + 1);
  const forgot = told.flatMap(({ word, exchange }) => {
    const without = forgottenIn(asks, (ask) => says(ask, word));
    return without.slice(-1).map(({ id }) => ({ word, exchange, id }));
  });
  if (!asks.some((ask) => told.some(({ word }) => says(ask, word))))
    return { unjudged: 'the bot showed no memory of what it was told' };
  return forgot.map(({ word, exchange, id }) => ({
    aspect: 'memory',
    expected: `the word ${word}, told in ${exchange.id}, as well as the others`,
    observed: `${id} without it`,
  }));
};

/** The word of the first turn is known in the last one, and each turn between was answered: another check showed the memory. */
export const remembersToTheEnd: Expectation = (seen) => {
  const word = plantedIn(seen);
  const last = seen.at(-1);
  if (word === undefined || last === undefined) return { unjudged: 'nothing was told to be remembered' };
  if (says(last, word)) return [];
  return [
    {
      aspect: 'memory',
      expected: `the word ${word}, told ${seen.length - 1} turns before`,
      observed: `${last.id} without it`,
    },
  ];
};

/** A control: the bot was told a word, and said it again when it was asked for it, by this operation. */
export function memoryShown(by: 'chat' | 'stream', probe?: Probe): Control {
  return {
    says: `the bot repeats in a ${by} of the same session what it was told in it`,
    ...(probe === undefined ? {} : { probe }),
    shownIn: (seen) => {
      const word = plantedIn(seen);
      const shown = asksIn(seen).find(
        (exchange) => exchange.operation === by && word !== undefined && says(exchange, word),
      );
      if (shown !== undefined) return { by: [shown] };
      const because = `the bot showed no memory in a ${by} of what it was told, so that nothing could be seen to leak: --bot names one that does`;
      return { because };
    },
  };
}
