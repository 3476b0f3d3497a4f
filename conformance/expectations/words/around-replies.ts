import type { Exchange } from '../../model/exchange.ts';
import { withoutBlanks } from './spelling/written-otherwise.ts';
import { sessionIdPattern, eventMembersIn, eventContentsIn, type EventMember } from './stream-readings.ts';

/**
 * What stands around the replies in streams that carry them whole: for each place the texts of all streams, and all
 * other values.
 */
type ReplyContext = {
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly values: Values;
  readonly streams: number;
  /**
   * The places where every stream has its message, each with the text before the message, without blanks, if that is
   * always the same.
   */
  readonly replies: ReadonlyMap<string, string>;
};
type Values = ReadonlyMap<string, ReadonlySet<unknown>>;

/** A stream and the message of its request. */
type StreamedMessage = { readonly exchange: Exchange; readonly message: string };

export function replyContextOf(asked: readonly StreamedMessage[]): ReplyContext {
  const whole = asked.map(({ exchange }) => exchange);
  const texts = Map.groupBy(whole.flatMap(textsByPlace), ({ place }) => place);
  const values = Map.groupBy(whole.flatMap(eventMembersIn), ({ place }) => place);
  return {
    texts: new Map([...texts].map(([place, each]) => [place, each.map(({ text }) => text)])),
    values: new Map([...values].map(([place, each]) => [place, new Set(each.map(({ value }) => value))])),
    streams: whole.length,
    replies: repliesIn(asked),
  };
}

function repliesIn(asked: readonly StreamedMessage[]): ReadonlyMap<string, string> {
  const before = asked.flatMap(({ exchange, message }) =>
    textsByPlace(exchange).flatMap(({ place, text }) => {
      const [said, wanted] = [withoutBlanks(text), withoutBlanks(message)];
      return said.includes(wanted) ? [{ place, before: said.slice(0, said.indexOf(wanted)) }] : [];
    }),
  );
  const places = [...Map.groupBy(before, ({ place }) => place)];
  return new Map(
    places.flatMap(([place, all]) => {
      const [first, ...others] = new Set(all.map((each) => each.before));
      return first !== undefined && others.length === 0 && all.length === asked.length ? [[place, first]] : [];
    }),
  );
}

/**
 * True where a stream says only the beginning of its reply in each place where the whole streams say all of theirs, and
 * nothing else but what stands around those replies. How long a reply may be is not shown (8.2), so a whole stream has
 * to have a longer text in that place.
 */
export function saysOnlyBeginning({ exchange, message }: StreamedMessage, around: ReplyContext): boolean {
  const { replies, texts } = around;
  const found = textsByPlace(exchange);
  const said = found.filter(({ place }) => replies.has(place));
  const isBegin = said.every(({ place, text }) => {
    const [begin, all] = [withoutBlanks(text), `${replies.get(place)}${withoutBlanks(message)}`];
    const isShorter = texts.get(place)?.some((whole) => withoutBlanks(whole).length > begin.length) === true;
    return begin !== '' && begin.length < all.length && all.startsWith(begin) && isShorter;
  });
  return said.length > 0 && said.length === replies.size && isBegin && isAllAround(exchange, around, replies);
}

/**
 * True where a stream has nothing but what stands around the reply in the whole streams: the same text or an id in the
 * same place, and no other member, flag or number. A bot that declines says so somewhere, in words or by a mark that
 * the other streams do not have.
 */
export function isEmptyReply(exchange: Exchange, around: ReplyContext): boolean {
  return isAllAround(exchange, around);
}

function isAllAround(
  exchange: Exchange,
  { texts, values, streams }: ReplyContext,
  replies: ReadonlyMap<string, string> = new Map(),
): boolean {
  const isId = (others: ReadonlySet<string>): boolean =>
    others.size === streams && [...others].every((text) => /^[\w.:/+=-]{8,}$/.test(text));
  const isKnown = textsByPlace(exchange).every(({ place, text }) => {
    const others = new Set(texts.get(place));
    return replies.has(place) || others.has(text) || isId(others);
  });
  return (
    isKnown && eventMembersIn(exchange).every((mark) => sessionIdPattern.test(mark.place) || isAround(mark, values))
  );
}

/**
 * A number has to have more different values than this in the whole streams to count something: fewer may differ by
 * chance.
 */
const fewestNumbers = 4;

/**
 * True for a known value, and for a number that counts something, such as tokens, because it differs from stream to
 * stream: for an empty reply such a number is as large as elsewhere or smaller.
 */
function isAround({ place, value }: EventMember, values: Values): boolean {
  const others = values.get(place) ?? new Set();
  if (others.has(value) || typeof value !== 'number') return others.has(value);
  const numbers = [...others].filter((other) => typeof other === 'number');
  return numbers.length > fewestNumbers && value <= Math.max(...numbers) && value >= Math.min(0, ...numbers);
}

/** The texts of each member of each kind of event, joined over all events, without the session id. */
function textsByPlace(exchange: Exchange): readonly { readonly place: string; readonly text: string }[] {
  const placed = eventContentsIn(exchange).flatMap(({ kind, found }) =>
    found
      .filter(({ path, text }) => text !== '' && !sessionIdPattern.test(path))
      .map(({ path, text }) => ({ place: `${kind} ${path}`, text })),
  );
  const byPlace = Map.groupBy(placed, ({ place }) => place);
  return [...byPlace].map(([place, texts]) => ({ place, text: texts.map(({ text }) => text).join('') }));
}
