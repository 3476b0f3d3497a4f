import type { Expectation, Exchanges } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { mayBeEdited } from './may-be-edited.ts';
import { retryCount, wordsPlantedIn } from './remembers.ts';
import { saysWord } from './said.ts';
import { plantedTextBetween, answerTextsBetween } from './said-between.ts';
import { pairChatsWithStreams, readingsOf, noRepetitionShown, notReadInStreams } from './stream-readings.ts';

/**
 * A tag in any spelling that the data of a layout may have: plain, or escaped for HTML, for JavaScript or for a URL.
 */
const anyTag = /(?:<|&lt;|&#0*60;|&#x0*3c;|\\u003c|\\x3c|%3c)\/?b(?:>|&gt;|&#0*62;|&#x0*3e;|\\u003e|\\x3e|%3e)/i;

/**
 * Where a chat repeats a tag between the planted words, the stream with the same message has the tag too, in any
 * spelling (4.3: it carries the reply). Where the words are there and the tag is not, in every stream, the service took
 * it out. How a stream writes a tag is up to its layout, and whether a bot repeats it is up to the bot.
 */
export const keepsMarkup: Expectation = (seen) => {
  const pairs = pairsIn(seen);
  if (pairs.some(({ is }) => is === 'kept')) return [];
  const [last] = pairs.slice(-1);
  if (last !== undefined && pairs.every(({ is }) => is === 'unread')) return notReadInStreams;
  if (last === undefined || pairs.length <= retryCount || !pairs.every(({ is }) => is === 'lost'))
    return noRepetitionShown;
  return [
    {
      subject: 'reply',
      expected: `the tags between ${wordsPlantedIn(last.chat).slice(0, 2).join(' and ')}, as in ${last.chat.id}`,
      observed: `none of them in any spelling, in each of ${pairs.length} streams`,
      exchange: last.stream.id,
      restsOn: [last.chat.id],
    },
  ];
};

/** True where the newest stream lacks tags that its chat has. */
export function losesMarkup(seen: Exchanges): boolean {
  return pairsIn(seen).at(-1)?.is === 'lost';
}

type Pair = {
  readonly chat: Exchange;
  readonly stream: Exchange;
  readonly is: 'kept' | 'lost' | 'unread' | 'unknown';
};

function pairsIn(seen: Exchanges): readonly Pair[] {
  return pairChatsWithStreams(seen).map(({ chat, stream }) => ({ chat, stream, is: becameOf(chat, stream) }));
}

function becameOf(chat: Exchange, stream: Exchange): Pair['is'] {
  if (!anyTag.test(plantedTextBetween(chat) ?? '') || !answerTextsBetween(chat).some((said) => anyTag.test(said)))
    return 'unknown';
  if (readingsOf(stream).some((text) => anyTag.test(text))) return 'kept';
  return wordsPlantedIn(stream).every((word) => saysWord(stream, word)) && !mayBeEdited(stream) ? 'lost' : 'unread';
}
