import type { PositiveControl, Seen } from '../../../model/check.ts';
import type { Exchange } from '../../../model/exchange.ts';
import type { Probe } from '../../../model/probe.ts';
import { asksIn, knownIn, toldBefore, wordsPlantedIn } from '../remembers.ts';
import { nearlySaid, says } from '../said.ts';

/** Another bot would not help where it is the stream that loses what this one says. */
export const noMemoryInStreams =
  'the bot showed in chats that it remembers, but in no stream, so a leak there could not be seen: either the stream loses words (see stream.framing), or name a bot that repeats them in streams too with --bot';

/** Said letter by letter, as it has to be where a leak is looked for: what is nearly a word of somebody else proves none. */
function repeatsTold(seen: Seen, exchange: Exchange): boolean {
  return toldBefore(seen, exchange).some(({ word }) => says(exchange, word));
}

/** Why a leak could not be seen where a word came back misspelled; undefined where none did. */
export function onlyNearly(asked: Seen, words: readonly string[]): string | undefined {
  for (const exchange of asked)
    for (const word of words) {
      const near = nearlySaid(exchange, word);
      if (near !== undefined)
        return `the bot misspells what it was told: the reply to ${exchange.id} says ${near}, nearly the word ${word}, so a leak could not be seen for sure; name a bot that repeats words letter by letter with --bot`;
    }
  return undefined;
}

/** By chat or in a stream: where a word came back misspelled only, so that no leak could be seen (`memoryShown`). */
export function asksMisspelled(seen: Seen): readonly ('chat' | 'stream')[] {
  const asks = asksIn(seen).filter((exchange) => knownIn(seen, exchange).length > 0);
  return (['chat', 'stream'] as const).filter((by) => {
    const ofKind = asks.filter(({ operation }) => operation === by);
    return ofKind.length > 0 && !ofKind.some((exchange) => repeatsTold(seen, exchange));
  });
}

/** A control: the bot was told a word, and said it again when it was asked for it, by this operation. */
export function memoryShown(by: 'chat' | 'stream', probe?: Probe): PositiveControl {
  return {
    says: `the bot repeats in a ${by} of the same session what it was told in it`,
    ...(probe === undefined ? {} : { probe }),
    shownIn: (seen) => {
      const asks = asksIn(seen);
      const ofKind = asks.filter(({ operation }) => operation === by);
      const shown = ofKind.find((exchange) => repeatsTold(seen, exchange));
      if (shown !== undefined) return { by: [shown] };
      const near = onlyNearly(ofKind, seen.flatMap(wordsPlantedIn));
      if (near !== undefined) return { because: near };
      const inChats = by === 'stream' && asks.some((exchange) => repeatsTold(seen, exchange));
      const because = inChats
        ? noMemoryInStreams
        : `the bot showed no memory in a ${by} of what it was told, so a leak could not be seen; name a bot that remembers with --bot`;
      return { because };
    },
  };
}
