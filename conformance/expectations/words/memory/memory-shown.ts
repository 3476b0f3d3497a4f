import type { PositiveControl, Exchanges } from '../../../model/check.ts';
import type { Exchange } from '../../../model/exchange.ts';
import type { Probe } from '../../../model/probe.ts';
import { questionsIn, wordsRecalledIn, wordsPlantedBefore, wordsPlantedIn } from '../remembers.ts';
import { misspelledWordIn, saysWord } from '../said.ts';

/** Names the stream as a possible reason too, since another bot does not help where the stream loses words. */
export const noMemoryInStreams =
  'the bot showed in chats that it remembers, but in no stream, so a leak there could not be seen: either the stream loses words (see stream.framing), or name a bot that repeats them in streams too with --bot';

/**
 * True where the answer says a planted word letter by letter. A leak check needs that: nearly a word of another session
 * proves no leak.
 */
function repeatsTold(seen: Exchanges, exchange: Exchange): boolean {
  return wordsPlantedBefore(seen, exchange).some(({ word }) => saysWord(exchange, word));
}

/** Why a leak could not be seen where a word came back misspelled. Undefined where none did. */
export function whyOnlyMisspelled(asked: Exchanges, words: readonly string[]): string | undefined {
  for (const exchange of asked)
    for (const word of words) {
      const near = misspelledWordIn(exchange, word);
      if (near !== undefined)
        return `the bot misspells what it was told: the reply to ${exchange.id} says ${near}, nearly the word ${word}, so a leak could not be seen for sure; name a bot that repeats words letter by letter with --bot`;
    }
  return undefined;
}

/**
 * The operations (chat, stream) in which words came back only misspelled, so that no leak could be seen
 * (`memoryShown`).
 */
export function operationsMisspelling(seen: Exchanges): readonly ('chat' | 'stream')[] {
  const asks = questionsIn(seen).filter((exchange) => wordsRecalledIn(seen, exchange).length > 0);
  return (['chat', 'stream'] as const).filter((by) => {
    const ofKind = asks.filter(({ operation }) => operation === by);
    return ofKind.length > 0 && !ofKind.some((exchange) => repeatsTold(seen, exchange));
  });
}

/** A control: the bot was told a word, and said it in the answer to a question by this operation. */
export function memoryShown(by: 'chat' | 'stream', probe?: Probe): PositiveControl {
  return {
    says: `the bot repeats in a ${by} of the same session what it was told in it`,
    ...(probe === undefined ? {} : { probe }),
    shownIn: (seen) => {
      const asks = questionsIn(seen);
      const ofKind = asks.filter(({ operation }) => operation === by);
      const shown = ofKind.find((exchange) => repeatsTold(seen, exchange));
      if (shown !== undefined) return { by: [shown] };
      const near = whyOnlyMisspelled(ofKind, seen.flatMap(wordsPlantedIn));
      if (near !== undefined) return { because: near };
      const inChats = by === 'stream' && asks.some((exchange) => repeatsTold(seen, exchange));
      const because = inChats
        ? noMemoryInStreams
        : `the bot showed no memory in a ${by} of what it was told, so a leak could not be seen; name a bot that remembers with --bot`;
      return { because };
    },
  };
}
