import type { Exchanges } from '../../model/check.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import { mayBeEdited } from '../words/may-be-edited.ts';
import type { Judge } from '../words/declined/controls.ts';
import { wordsPlantedIn } from '../words/remembers.ts';
import { saysWord } from '../words/said.ts';
import { noRepetitionShown, notReadInStreams } from '../words/stream-readings.ts';
import { unreadableStream } from '../words/streams-whole-echoes.ts';

/**
 * Streams say every word that they were asked for while other streams run, as the bot does in a chat at the same time
 * and in a stream by itself: pieces that get lost because two streams run at once are part of the reply (4.3). Fails
 * only where streams of every round lack words, as a bot may answer something else now and then.
 */
export const losesNothingConcurrently: Judge = (seen) => {
  const { alone, rounds } = roundsIn(seen);
  const lacking = rounds.map(({ streams }) => streams.filter((stream) => unsaidIn(stream).length > 0));
  if (lacking.some((streams) => streams.length === 0)) return [];
  if (!lacking.flat().every(isAccepted))
    return { inconclusive: 'not every request that was sent at once was accepted', isUnspecified: true };
  if (rounds.length === 0 || alone.length === 0 || !rounds.every(({ chats }) => chats.every(isSaid)))
    return noRepetitionShown;
  if (!alone.every(isSaid)) return alone.some(isSaid) ? notByEachAlone : notReadInStreams;
  if (lacking.flat().some(mayBeEdited)) return unreadableStream;
  return (lacking.at(-1) ?? []).map((stream) => ({
    subject: 'reply',
    expected: 'each word that it was asked to repeat, as in a chat and in a stream by itself',
    observed: `the reply to ${stream.id} lacks ${unsaidIn(stream).join(', ')}`,
    exchange: stream.id,
  }));
};

/** In this case the bot may have declined in the streams at once too. */
const notByEachAlone = {
  inconclusive:
    'not every stream by itself said the words that it was asked for, as chats do: the bot may have answered something else in those at once too',
  isUnspecified: true,
} as const;

/** True where streams of the newest round lack a word, while the bot repeats its words elsewhere. */
export function losesWordsConcurrently(seen: Exchanges): boolean {
  const { alone, rounds } = roundsIn(seen);
  const { streams = [], chats = [] } = rounds.at(-1) ?? {};
  return alone.length > 0 && alone.every(isSaid) && chats.every(isSaid) && !streams.every(isSaid);
}

type Round = { readonly streams: Exchanges; readonly chats: Exchanges };

/**
 * Splits the exchanges into rounds and the streams that ran alone. The streams of a round come before the chat that ran
 * beside them, and a stream alone comes after such a chat or at the end. A chat without streams beside it belongs to no
 * round.
 */
function roundsIn(seen: Exchanges): { readonly alone: Exchanges; readonly rounds: readonly Round[] } {
  const asking = seen.filter((exchange) => wordsPlantedIn(exchange).length > 0);
  const rounds: Round[] = [];
  let streams: Exchange[] = [];
  const alone: Exchange[] = [];
  for (const exchange of asking) {
    if (exchange.operation === 'stream') streams.push(exchange);
    else if (streams.length >= atOnce) {
      // The stream that ran alone comes before the streams of the next round.
      alone.push(...streams.splice(0, streams.length - atOnce));
      rounds.push({ streams, chats: [exchange] });
      streams = [];
    }
  }
  alone.push(...streams);
  // Leaves out rounds whose chat says none of its words: some bots only greet in the first turn of a session.
  const spoken = rounds.filter(({ chats }) =>
    chats.some((chat) => wordsPlantedIn(chat).some((word) => saysWord(chat, word))),
  );
  return { alone, rounds: spoken };
}

const atOnce = 2;

const isSaid = (exchange: Exchange): boolean => unsaidIn(exchange).length === 0;

function unsaidIn(exchange: Exchange): readonly string[] {
  return wordsPlantedIn(exchange).filter((word) => !saysWord(exchange, word));
}
