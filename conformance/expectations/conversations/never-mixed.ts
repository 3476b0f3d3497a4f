import type { PositiveControl, Expectation, Mismatch, Exchanges } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { wordsPlantedIn } from '../words/remembers.ts';
import { saysWord } from '../words/said.ts';

/** No reply among several at once, each with words of its own, says a word of another. */
export const repliesNeverMix: Expectation = (seen) => seen.flatMap((exchange) => wordsOfOthers(exchange, seen));

function wordsOfOthers(exchange: Exchange, others: Exchanges): readonly Mismatch[] {
  return others.flatMap((other) => {
    const word = other === exchange ? undefined : wordsPlantedIn(other).find((each) => saysWord(exchange, each));
    if (word === undefined) return [];
    return [
      {
        subject: 'reply',
        expected: 'only what was asked in its own request',
        observed: `the reply to ${exchange.id} contains ${word}, a word that ${other.id} sent`,
        exchange: exchange.id,
        restsOn: [other.id],
        kind: { observed: 'an answer contains a word of another request' },
      },
    ];
  });
}

/** True where the reply says a word of its own request. */
export function repeatsOwnWord(exchange: Exchange): boolean {
  return wordsPlantedIn(exchange).some((word) => saysWord(exchange, word));
}

/**
 * The operation whose replies all lack the words that they were asked for, where replies by the other operation have
 * them. Undefined where there is no such difference.
 */
export function silentOperation(seen: Exchanges): 'chat' | 'stream' | undefined {
  const spoken = new Set(seen.filter(repeatsOwnWord).map(({ operation }) => operation));
  if (spoken.has('chat') === spoken.has('stream')) return undefined;
  return spoken.has('chat') ? 'stream' : 'chat';
}

/**
 * A control: for each operation that was asked to repeat a word, a reply repeats a word of its own request, so that it
 * could repeat another's.
 */
export const ownWordsAreRepeated: PositiveControl = {
  says: 'the bot repeats in its replies the words that it is asked to repeat',
  shownIn: (seen) => {
    const asked = seen.filter((exchange) => wordsPlantedIn(exchange).length > 0);
    const shown = asked.filter(repeatsOwnWord);
    const isShown = asked.every(({ operation }) => shown.some((exchange) => exchange.operation === operation));
    if (shown.length > 0 && isShown) return { by: shown };
    return { because: whyUnseen(asked, shown) };
  },
};

/**
 * The same for requests that many bots answer without repeating anything, such as the first of a session, where some
 * only greet. Then nothing can be judged, since no bot has to repeat: what it says is not specified.
 */
export const repliesNeverMixIfRepeated: Expectation = async (seen) => {
  const shown = ownWordsAreRepeated.shownIn(seen);
  return 'because' in shown ? { inconclusive: shown.because, isUnspecified: true } : repliesNeverMix(seen);
};

const isStream = ({ operation }: Exchange): boolean => operation === 'stream';

/** No chat says a word that a stream was asked for, where the bot repeats such words in its streams. */
export const chatsSayNothingOfStreams: Expectation = (seen) => {
  const streams = seen.filter(isStream);
  const shown = ownWordsAreRepeated.shownIn(streams);
  if ('because' in shown) return { inconclusive: shown.because, isUnspecified: true };
  return seen.filter((exchange) => !isStream(exchange)).flatMap((chat) => wordsOfOthers(chat, streams));
};

/**
 * Does not only advise another bot, since that does not help where streams write their text in a way that assay cannot
 * read, such as base64.
 */
function whyUnseen(asked: Exchanges, shown: Exchanges): string {
  const isOnlyStreams = (seen: Exchanges): boolean =>
    seen.length > 0 && seen.every(({ operation }) => operation === 'stream');
  if (isOnlyStreams(asked))
    return 'the words that streams were asked for could not be read in them, so mixing could not be seen; if the bot does not repeat, name one that does with --bot';
  const isReadInChats = shown.some(({ operation }) => operation === 'chat');
  if (isReadInChats && isOnlyStreams(asked.filter((exchange) => !shown.includes(exchange))))
    return 'chats have the words that the bot is asked to repeat, and none could be read in a stream, so mixing could not be seen: either the bot repeats nothing, and its chats only list what was sent, or assay cannot read the layout of the data of its streams; name a bot that repeats with --bot';
  return 'the bot did not repeat what it was asked to repeat, so mixing could not be seen; name a bot that does with --bot';
}
