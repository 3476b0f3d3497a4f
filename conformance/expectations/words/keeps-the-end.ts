import type { Expectation, Mismatch, Exchanges } from '../../model/check.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import { mayBeEdited } from './may-be-edited.ts';
import { retryCount, wordsPlantedIn } from './remembers.ts';
import { saysWord, answerTexts } from './said.ts';
import {
  isEmptyStream,
  pairChatsWithStreams,
  mayCarryRest,
  notReadInStreams,
  reportsFailure,
} from './stream-readings.ts';

/**
 * The bot hears the end of a long message too. The probe asks a chat and a stream for the last word of such a message.
 * The end was lost where one of the two says it and the other says an earlier word only. It was lost too where a reply
 * says neither the last word nor the first, but one between them, because that is the last word that was heard. A bot
 * that repeats the beginning may be as brief as it likes, and a message that is refused for its size is not judged
 * (8.2).
 */
export const keepsTheEnd: Expectation = (seen) => {
  if (!seen.every(isAccepted))
    return {
      inconclusive: 'this message was refused, and the document leaves open how long a message may be (8.2)',
      isUnspecified: true,
    };
  const heard = seen.map((exchange) => ({ exchange, places: placesIn(exchange) }));
  const isWhole = heard.map(({ exchange, places }) => places.includes(wordsPlantedIn(exchange).length - 1));
  if (heard.length > 0 && !isWhole.includes(false)) return [];
  const lost = heard.filter(
    ({ exchange, places }, at) =>
      !isWhole[at] && places.length > 0 && (isWhole.includes(true) || !places.includes(0)) && !mayBeEdited(exchange),
  );
  if (lost.length === 0)
    return { inconclusive: 'the bot repeats no word from the end of a long message, which may be how it replies' };
  return lost.map(({ exchange, places }) => ({
    subject: 'reply',
    expected: 'the last word of the message',
    observed: `the reply to ${exchange.id} has word ${Math.max(...places) + 1} of ${wordsPlantedIn(exchange).length}, and no word after it`,
    exchange: exchange.id,
  }));
};

/** Positions, counted from 0, of the planted words that the reply says. */
function placesIn(exchange: Exchange): readonly number[] {
  return wordsPlantedIn(exchange).flatMap((word, at) => (saysWord(exchange, word) ? [at] : []));
}

/**
 * A stream carries the reply to its end (4.3). Where chats say the first and the last word of a long message, the
 * streams of the same message do not all break off after the first word. A bot may be briefer once. Messages of
 * different length are judged apart, because only the longer ones may be cut.
 */
export const streamsToTheEnd: Expectation = (seen) => {
  const pairs = pairsIn(seen);
  const judged = [...Map.groupBy(pairs, ({ chat }) => wordsPlantedIn(chat).length).values()].map(toTheEnd);
  const mismatches = judged.flatMap((each) => ('inconclusive' in each ? [] : each));
  if (mismatches.length > 0 || judged.some((each) => !('inconclusive' in each))) return mismatches;
  const reasons = judged.flatMap((each) => ('inconclusive' in each ? [each] : []));
  return reasons.find((reason) => reason === notReadInStreams) ?? reasons.at(-1) ?? notRepeated;
};

const notRepeated = {
  inconclusive: 'the bot does not repeat a long message as a whole; name a bot that does with --bot',
  isUnspecified: true,
} as const;

function toTheEnd(pairs: readonly Pair[]): readonly Mismatch[] | typeof notRepeated | typeof notReadInStreams {
  const repeated = pairs.filter(({ inChat }) => inChat === 'all');
  if (repeated.length === 0) return notRepeated;
  if (repeated.some(({ inStream }) => inStream === 'unknown' || inStream === 'nothing')) return notReadInStreams;
  if (repeated.length <= retryCount || repeated.some(({ inStream }) => inStream === 'all')) return [];
  return repeated.slice(-1).map(({ stream, chat }) => ({
    subject: 'reply',
    expected: `the last word of the message, as in ${chat.id}`,
    observed: `the first word, and not the last, in each of ${repeated.length} streams${howEnded(repeated)}`,
    exchange: stream.id,
    restsOn: [chat.id],
  }));
}

/** How often the connection broke: that has another reason than a stream that the service ends too early. */
function howEnded(repeated: readonly Pair[]): string {
  const cut = repeated.filter(({ stream: { response } }) => response.is === 'answer' && response.ending === 'cut');
  if (cut.length === 0) return '';
  const which = cut.length === repeated.length ? 'each time' : `in ${cut.length} of them`;
  return `; ${which} the connection broke before the stream had ended`;
}

/**
 * Where each chat repeats a long message as a whole, not every stream carries nothing at all, whatever its layout
 * (4.3).
 */
export const streamsAReply: Expectation = (seen) => {
  const repeated = pairsIn(seen).filter(({ inChat }) => inChat === 'all');
  if (repeated.length <= retryCount || !repeated.every(({ inStream }) => inStream === 'nothing')) return [];
  return repeated.slice(-1).map(({ stream, chat }) => ({
    subject: 'reply',
    expected: `the message, as in ${chat.id}`,
    observed: `fewer letters than one of its words has, in each of ${repeated.length} streams`,
    exchange: stream.id,
    restsOn: [chat.id],
  }));
};

/** True where the newest stream breaks off and its chat does not, so that it is worth asking again. */
export function streamBreaksOff(seen: Exchanges): boolean {
  const last = pairsIn(seen).at(-1);
  return last?.inChat === 'all' && (last.inStream === 'beginning' || last.inStream === 'nothing');
}

/** Length, in characters, below which a reply is not a long one. */
const fewLetters = 600;

/** True where the first chat says some of its words in a short reply, so that it tells nothing about long replies. */
export function isShortReply([chat]: Exchanges): boolean {
  if (chat === undefined || !isAccepted(chat) || placesIn(chat).length === 0) return false;
  const words = wordsPlantedIn(chat);
  return answerTexts(chat).some((text) => text.length < fewLetters && words.some((word) => text.includes(word)));
}

/** How much of a long message a reply repeats. */
type Reach = 'all' | 'beginning' | 'nothing' | 'unknown';
type Pair = {
  readonly chat: Exchange;
  readonly stream: Exchange;
  readonly inChat: Reach;
  readonly inStream: Reach;
};

function pairsIn(seen: Exchanges): readonly Pair[] {
  return pairChatsWithStreams(seen).map(({ chat, stream }) => ({
    chat,
    stream,
    inChat: reachOf(chat),
    inStream: mayHoldMore(stream, chat) ? 'unknown' : reachOf(stream),
  }));
}

function reachOf(exchange: Exchange): Reach {
  const places = isAccepted(exchange) && !reportsFailure(exchange) ? placesIn(exchange) : [];
  if (!places.includes(0)) return exchange.operation === 'stream' && isEmptyStream(exchange) ? 'nothing' : 'unknown';
  if (places.includes(wordsPlantedIn(exchange).length - 1)) return 'all';
  return mayBeEdited(exchange) ? 'unknown' : 'beginning';
}

/**
 * True where only the beginning of the stream can be read, and its other texts have as many letters as the rest of the
 * chat's reply, so that the rest may stand there.
 */
function mayHoldMore(stream: Exchange, chat: Exchange): boolean {
  if (reachOf(stream) !== 'beginning') return false;
  const words = wordsPlantedIn(stream);
  const newest = words[Math.max(...placesIn(stream))] ?? '';
  const [whole = ''] = answerTexts(chat)
    .filter((text) => text.includes(newest) && text.includes(words.at(-1) ?? ''))
    .toSorted((one, other) => one.length - other.length);
  return whole !== '' && mayCarryRest(stream, whole, newest) === true;
}
