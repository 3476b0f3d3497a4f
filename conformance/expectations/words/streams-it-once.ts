import type { Expectation } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { beginsSession } from './declined/may-have-declined.ts';
import { answerTexts } from './said.ts';
import { plainMessageOf } from './streams-whole-echoes.ts';
import { wordsPlantedIn } from './remembers.ts';
import { eventFlagsIn, eventContentsIn, type EventContent } from './stream-readings.ts';
import { withoutBlanks } from './spelling/written-otherwise.ts';

/** Fewest letters of a reply to judge: a shorter one may say the same twice by itself. */
const shortestReply = 40;
/** Fewest streams that fail: one stream may repeat itself by the bot's choice, but not several of them and no chat. */
const fewestStreams = 2;

/**
 * No stream carries its whole reply twice, piece by piece in successive events of one kind and field (4.3: the reply).
 * A layout may have an event that repeats the whole reply, events of another kind between the two copies, or a mark
 * that all pieces of one copy have and none of the other. Only a field that has a word of the request, once in each
 * copy, counts as the reply: a field that is the same in each event, such as an id, is doubled by any even number of
 * events. Where a chat says its own reply twice, nothing is said of streams. Likewise no stream carries the beginning
 * of a reply and then all of it, as if it was begun again, nor its end twice, where a chat with the same message says
 * it once and both begin a session. After other turns, a bot that lists what was said has a message in its list once
 * more.
 */
export const streamsItOnce: Expectation = (seen) => {
  const streams = seen.filter(({ operation }) => operation === 'stream');
  const inChat = seen.some((exchange) => exchange.operation === 'chat' && answerTexts(exchange).some(isTwice));
  const repliesTo = repliesIn(seen.filter(beginsSession));
  const found = streams.flatMap((stream) => {
    const fields = fieldsOf(stream);
    const isWholeTwice = !inChat && isSentTwice(stream, fields);
    const replies = beginsSession(stream) ? repliesTo.get(plainMessageOf(stream)) : undefined;
    const observed = isWholeTwice
      ? 'all of its pieces, and all of them again behind the last'
      : partSentTwice(stream, fields, replies);
    return observed === undefined ? [] : [{ id: stream.id, observed }];
  });
  if (found.length < fewestStreams) return [];
  return found.slice(0, 3).map(({ id, observed }) => ({
    subject: `reply in ${id}`,
    kind: { subject: 'reply' },
    expected: 'the reply once',
    observed,
    exchange: id,
  }));
};

/** What chats said to each plain message, without blanks. */
function repliesIn(seen: readonly Exchange[]): ReadonlyMap<string | undefined, ReadonlySet<string>> {
  const replies = new Map<string | undefined, Set<string>>();
  for (const chat of seen) {
    const message = chat.operation === 'chat' ? plainMessageOf(chat) : undefined;
    if (message === undefined) continue;
    const known = replies.get(message) ?? new Set();
    replies.set(message, known);
    for (const text of answerTexts(chat).map(withoutBlanks)) if (text.length >= shortestKnown) known.add(text);
  }
  return replies;
}

/** Fewest letters of a chat's reply to compare with: a shorter text may be of something else. */
const shortestKnown = 20;
/** Fewest letters of a part that comes twice: a shorter part is a word that a bot may say twice. */
const shortestPart = 5;

function partSentTwice(stream: Exchange, fields: Fields, replies: ReadonlySet<string> = new Set()): string | undefined {
  for (const pieces of replies.size === 0 ? [] : fields) {
    const whole = withoutBlanks(pieces.map(({ text }) => text).join(''));
    for (const reply of replies) {
      const more = whole.length - reply.length;
      if (more < shortestPart || more >= reply.length || !isPieceByPiece(pieces, reply.length / 2)) continue;
      const begins = whole.endsWith(reply) && reply.startsWith(whole.slice(0, more));
      const ends = whole.startsWith(reply) && reply.endsWith(whole.slice(reply.length));
      if ((begins || ends) && !areToldApart(pieces, begins ? more : reply.length, stream))
        return begins
          ? 'the begin of it, and then all of it, as a chat says it once'
          : 'all of it, and then the end of it again, which a chat says once';
    }
  }
  return undefined;
}

type FieldPart = { readonly of: string; readonly event: number; readonly text: string; readonly piece: EventContent };

/** The parts of each field of the events of one kind. */
type Fields = readonly (readonly FieldPart[])[];

function fieldsOf(exchange: Exchange): Fields {
  const parts = eventContentsIn(exchange).flatMap((piece, event) =>
    piece.found.map(({ path, text }): FieldPart => ({ of: `${piece.kind} ${path}`, event, text, piece })),
  );
  return [...Map.groupBy(parts, ({ of }) => of).values()];
}

/** True where the pieces come in successive events, each with fewer than `letters` letters. */
function isPieceByPiece(pieces: readonly FieldPart[], letters: number): boolean {
  const first = pieces[0]?.event ?? 0;
  const isUnbroken = pieces.every(({ event }, at) => event === first + at);
  return isUnbroken && pieces.every(({ text }) => withoutBlanks(text).length < letters);
}

/** True where a client may know which copy to show. The second copy begins after `letters` letters. */
function areToldApart(pieces: readonly FieldPart[], letters: number, exchange: Exchange): boolean {
  return areNumberedTwice(pieces.map(({ piece }) => piece)) || areMarked(pieces, letters, eventFlagsIn(exchange));
}

function isSentTwice(exchange: Exchange, fields: Fields): boolean {
  const words = wordsPlantedIn(exchange).map(withoutBlanks);
  return fields.some((pieces) => {
    const whole = withoutBlanks(pieces.map(({ text }) => text).join(''));
    const half = whole.slice(0, whole.length / 2);
    const isSaid = words.some((word) => half.split(word).length === 2);
    if (!isPieceByPiece(pieces, half.length) || !isSaid || !isTwice(whole)) return false;
    return !areToldApart(pieces, half.length, exchange);
  });
}

/**
 * True where a value distinguishes all pieces of the first copy from all pieces of the second: a client may know by it
 * which copy to show.
 */
function areMarked(
  pieces: readonly FieldPart[],
  letters: number,
  flags: readonly ReadonlyMap<string, unknown>[],
): boolean {
  let soFar = 0;
  const first: ReadonlyMap<string, unknown>[] = [];
  const second: ReadonlyMap<string, unknown>[] = [];
  for (const { event, text, piece } of pieces) {
    (soFar < letters ? first : second).push(
      new Map<string, unknown>([
        ...piece.places,
        ...(flags[event] ?? []),
        ...piece.found.map((found) => [found.path, found.text] as const),
      ]),
    );
    soFar += withoutBlanks(text).length;
  }
  const only = (all: typeof first, name: string): readonly unknown[] => [...new Set(all.map((each) => each.get(name)))];
  return [...new Set([...first, ...second].flatMap((each) => [...each.keys()]))].some((name) => {
    const [one, other] = [only(first, name), only(second, name)];
    return one.length === 1 && other.length === 1 && one[0] !== other[0];
  });
}

/**
 * True where the pieces of both copies have the same numbers: a client that goes by them knows which pieces it has
 * already.
 */
function areNumberedTwice(pieces: readonly EventContent[]): boolean {
  const names = new Set(pieces.flatMap(({ places }) => [...places.keys()]));
  return [...names].some((name) => {
    const numbers = pieces.map(({ places }) => places.get(name));
    const differ = new Set(numbers).size;
    // A number that only the last event has, such as an id, does not place the pieces.
    return numbers.every((number) => number !== undefined) && differ > 1 && differ < numbers.length;
  });
}

function isTwice(text: string): boolean {
  const plain = withoutBlanks(text);
  const half = plain.length / 2;
  return half >= shortestReply && Number.isInteger(half) && plain.slice(0, half) === plain.slice(half);
}
