import type { Expectation } from '../core/check.ts';
import { wordsPlantedIn } from './remembers.ts';
import { says } from './said.ts';

/**
 * The data of the stream is the reply (4.3): a bot that repeats a word in a chat repeats one in a stream. A bot that
 * repeats none says nothing of it.
 */
export const carriesTheReply: Expectation = (seen) => {
  const repeats = (operation: string): readonly boolean[] =>
    seen
      .filter((exchange) => exchange.operation === operation)
      .map((exchange) => wordsPlantedIn(exchange).some((word) => says(exchange, word)));
  if (!repeats('chat').includes(true)) return { unjudged: 'the bot did not repeat what it was asked to repeat' };
  const inStreams = repeats('stream');
  if (inStreams.length === 0 || inStreams.includes(true)) return [];
  return [
    {
      aspect: 'reply',
      expected: 'the word that the bot was asked to repeat, as it did in a chat',
      observed: `none of ${inStreams.length} streams with it`,
    },
  ];
};
