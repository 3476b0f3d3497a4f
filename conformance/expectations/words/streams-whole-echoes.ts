import type { Judgement, Mismatch, Exchanges } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { sentJson } from '../../bodies/sent-json.ts';
import { beginsSession, messageText } from './declined/may-have-declined.ts';
import { firstDifference } from './texts/first-difference.ts';
import { answerTexts } from './said.ts';
import { lostLetterMismatches } from './lost-of-pages.ts';
import { mayBeEdited } from './may-be-edited.ts';
import { replyContextOf, saysOnlyBeginning, isEmptyReply } from './around-replies.ts';
import { readingsOf, reportsFailure } from './stream-readings.ts';
import { isWrittenOtherwise, withoutBlanks } from './spelling/written-otherwise.ts';

/** Words and marks that no layout has to escape, long enough to be cut into pieces. */
const plainMessage = /^[\w ,.:;!?()-]{20,400}$/;

/** Fewest different messages, each repeated to the letter, for a bot that counts as repeating every message. */
const fewestEchoes = 4;

/**
 * A bot whose chats repeat each message to the letter says it in streams too, with each piece once and in its place.
 * Where a piece is missing in the middle, comes twice or comes too soon, the stream did not carry the reply (4.3). The
 * layout is not known, so any reading of the events will do, with blanks or without. A bot that answers in its own
 * words is not judged.
 */
export function streamsWholeEchoes(all: Exchanges): Judgement {
  const seen = requestsEchoedVerbatim(all);
  if (seen === undefined)
    return {
      inconclusive: 'the bot does not repeat each message in chats, so streams cannot be compared with them',
      isUnspecified: true,
    };
  const asked = plainIn(seen);
  const chats = asked.filter(({ exchange }) => exchange.operation === 'chat');
  const streams = asked
    .filter(({ exchange }) => exchange.operation === 'stream' && !reportsFailure(exchange))
    .map(({ exchange, message }) => ({ exchange, message, readings: readingsOf(exchange) }));
  const broken = streams.filter(({ readings, message }) => !holds(readings, message));
  const read = broken.map((stream) => ({
    ...stream,
    said: wordsOfBestReading(stream.readings, wordsIn(stream.message)),
  }));
  const whole = streams.filter((stream) => !broken.includes(stream));
  const isKnown = whole.length >= fewestEchoes && whole.length > broken.length;
  const around = isKnown && broken.length > 0 ? replyContextOf(whole) : undefined;
  const readable = read.filter(
    ({ exchange, said, message }) =>
      (said.length * 2 >= wordsIn(message).length ||
        (around !== undefined &&
          (isEmptyReply(exchange, around) || saysOnlyBeginning({ exchange, message }, around)))) &&
      !mayBeEdited(exchange),
  );
  if (streams.length === 0) return { inconclusive: 'no stream was asked for with such a message', isUnspecified: true };
  if (readable.length === 0 && broken.length > 0) return unreadableStream;
  if (broken.length === streams.length && readable.every(isWrittenOtherwise)) return unreadableStream;
  const wrong = readable.slice(0, mostShown).map(({ exchange, message, said, readings }) => ({
    subject: `reply in ${exchange.id}`,
    kind: { subject: 'reply' },
    expected: `the message ${JSON.stringify(message)}, as each of ${chats.length} chats said its own`,
    observed: brokenAt(said, message, readings),
    exchange: exchange.id,
  }));
  const ends = wrong.length > 0 ? wrong : endsAsChatsEnd(chats, streams);
  return (ends.length > 0 ? ends : lostLetterMismatches(seen)).slice(0, mostShown);
}

/** A request and its plain message. */
type PlainRequest = { readonly exchange: Exchange; readonly message: string };

function plainIn(seen: Exchanges): readonly PlainRequest[] {
  return seen.flatMap((exchange) => {
    const message = plainMessageOf(exchange);
    return message === undefined ? [] : [{ exchange, message }];
  });
}

/**
 * The requests that a bot answers with their message to the letter, as each chat among them shows: all of them, or only
 * those that begin a session, since later turns may be answered with what was told before, or of these only those that
 * ask nothing, since a question may be answered. Undefined where none of the three sets is repeated, or it has too few
 * messages.
 */
export function requestsEchoedVerbatim(seen: Exchanges): Exchanges | undefined {
  const begun = seen.filter(beginsSession);
  return [seen, begun, begun.filter((exchange) => !messageText(exchange).includes('?'))].find(areRepeated);
}

function areRepeated(seen: Exchanges): boolean {
  const chats = plainIn(seen).filter(({ exchange }) => exchange.operation === 'chat');
  const messages = new Set(chats.map(({ message }) => message));
  return messages.size >= fewestEchoes && chats.every(({ exchange, message }) => holds(answerTexts(exchange), message));
}

/** Fewest letters of the common end: fewer may be missing for another reason. */
const shortestEnd = 8;

/**
 * Where every chat that begins a conversation ends with the same words after its message, and most such streams do, a
 * stream that ends with only a beginning of these words did not carry its reply to the end.
 */
function endsAsChatsEnd(
  chats: readonly PlainRequest[],
  streams: readonly (PlainRequest & { readonly readings: readonly string[] })[],
): readonly Mismatch[] {
  const ends = new Set(
    chats
      .filter(({ exchange }) => beginsSession(exchange))
      .map((chat) => endBehind(answerTexts(chat.exchange), chat.message)),
  );
  const [end = ''] = ends;
  if (ends.size !== 1 || end.length < shortestEnd) return [];
  const begun = streams.filter(({ exchange }) => beginsSession(exchange));
  const cut = begun.flatMap(({ exchange, message, readings }) => {
    if (holds(readings, message + end)) return [];
    const said = endBehind(readings, message);
    return said !== undefined && end.startsWith(said) && !mayBeEdited(exchange) ? [{ exchange, said }] : [];
  });
  if (cut.length * 2 > begun.length) return [];
  return cut.map(({ exchange, said }) => ({
    subject: `reply in ${exchange.id}`,
    kind: { subject: 'reply' },
    expected: `${JSON.stringify(end)} at its end, ignoring spaces, as in each chat and in ${begun.length - cut.length} streams`,
    observed: said === '' ? 'nothing after the message' : `only ${JSON.stringify(said)}`,
    exchange: exchange.id,
  }));
}

/**
 * What follows the message in the shortest text that has it, in lower case and without blanks. Undefined where no text
 * has it.
 */
function endBehind(texts: readonly string[], message: string): string | undefined {
  const whole = withoutBlanks(message);
  const [text] = texts
    .map(withoutBlanks)
    .filter((each) => each.includes(whole))
    .toSorted((one, other) => one.length - other.length);
  return text?.slice(text.indexOf(whole) + whole.length);
}

const mostShown = 3;

export const unreadableStream = {
  inconclusive: 'no words could be read in a stream of this bot: the layout of its data is not known to assay',
  isUnspecified: true,
} as const;

/** The message of a request if no layout has to escape any of it, else undefined. */
export function plainMessageOf({ request }: Exchange): string | undefined {
  const body = request.raw === undefined ? sentJson(request) : undefined;
  if (typeof body !== 'object' || body === null || !('message' in body)) return undefined;
  const { message } = body;
  return typeof message === 'string' && plainMessage.test(message) ? message : undefined;
}

function holds(texts: readonly string[], message: string): boolean {
  const whole = withoutBlanks(message);
  return texts.some((text) => withoutBlanks(text).includes(whole));
}

function wordsIn(message: string): readonly string[] {
  return [...new Set(message.toLowerCase().match(/\w{3,}/g) ?? [])];
}

/** The words, given in lower case, that are in the reading with most of them. */
export function wordsOfBestReading(readings: readonly string[], words: readonly string[]): readonly string[] {
  return readings
    .map((reading) => words.filter((word) => reading.toLowerCase().includes(word)))
    .reduce((most, said) => (said.length > most.length ? said : most), []);
}

function brokenAt(said: readonly string[], message: string, readings: readonly string[]): string {
  const words = wordsIn(message);
  const missing = words.filter((word) => !said.includes(word));
  const counted = `${said.length} of its ${words.length} words`;
  if (said.length === 0) return `${counted}, and no other text of a reply`;
  if (missing.length > 0) return `${counted}, without ${missing.slice(0, 3).join(', ')}`;
  return firstDifference(readings, message) ?? `${counted}, not one after the other`;
}
