import { contentOf } from '../../bodies/content.ts';
import type { Exchanges } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { parsedJson } from '../../reading/parsed-json.ts';
import { answerTexts, withoutMarkup } from './said.ts';
import { joinTextsByField, stringsOf } from './texts/strings-of.ts';
import { eventStreamOf } from '../streams/is-event-stream.ts';
import { readEventStream } from '../streams/two-readers.ts';

/** The strings of an event, its kind, and its numbers, any of which may say where its text belongs. */
export type EventContent = {
  readonly found: readonly { readonly path: string; readonly text: string }[];
  readonly kind: string;
  readonly places: ReadonlyMap<string, number>;
};

/**
 * All texts that the events of a stream may be pieces of, since the layout is not shown (4.3): the pieces of each field
 * joined, all strings joined, the strings of each kind of event joined, and the pieces in the order of each number that
 * may place them. Each with markup and without.
 */
export function readingsOf(exchange: Exchange): readonly string[] {
  return withAndWithoutMarkup([...answerTexts(exchange), ...joinedPieces(eventContentsIn(exchange))]);
}

/** The same for these pieces alone. */
export function readingsOfPieces(pieces: readonly EventContent[]): readonly string[] {
  return withAndWithoutMarkup([...fieldsJoined(pieces), ...joinedPieces(pieces)]);
}

function joinedPieces(pieces: readonly EventContent[]): readonly string[] {
  const kinds = Map.groupBy(pieces, ({ kind }) => kind).values();
  const numbers = new Set(pieces.flatMap(({ places }) => [...places.keys()]));
  return [
    pieces.flatMap(({ found }) => found.map(({ text }) => text)).join(''),
    ...[...kinds].flatMap(fieldsJoined),
    ...[...numbers].slice(0, mostNumbers).flatMap((name) => fieldsJoined(placedBy(name, pieces))),
  ];
}

function withAndWithoutMarkup(plain: readonly string[]): readonly string[] {
  return [...plain, ...plain.filter((text) => text.includes('<')).map(withoutMarkup)];
}

const mostNumbers = 8;

/** Each chat with its stream: the first chat with the first stream, and so on. */
export function pairChatsWithStreams(
  seen: Exchanges,
): readonly { readonly chat: Exchange; readonly stream: Exchange }[] {
  const of = (operation: string): readonly Exchange[] => seen.filter((exchange) => exchange.operation === operation);
  const streams = of('stream');
  return of('chat').flatMap((chat, at) => {
    const stream = streams[at];
    return stream === undefined ? [] : [{ chat, stream }];
  });
}

/** True for a stream that itself reports an error: it is not whole, and says so. */
export function reportsFailure(exchange: Exchange): boolean {
  return eventContentsIn(exchange).some(
    ({ kind, found }) => /error/i.test(kind) || found.some(({ path, text }) => text !== '' && isError.test(path)),
  );
}

const isError = /^\$\.error\b/;

/** For bots that do not repeat what they are asked to: nothing shows whether their reply is complete. */
export const noRepetitionShown = {
  inconclusive: 'the bot did not repeat what it was asked to repeat; name a bot that does with --bot',
  isUnspecified: true,
} as const;

/**
 * For requests that chats repeat: how a stream writes its text is not shown (4.3), nor that it says the same as a chat.
 */
export const notReadInStreams = {
  inconclusive:
    'chats repeat what they are asked to, and it could not be read in a stream: it says something else there, or in a layout that is not known to assay',
  isUnspecified: true,
} as const;

/**
 * True where all strings and numbers of a stream together, without the session id, have fewer letters than a planted
 * word: then no layout can hold a reply. False for a stream that reports an error.
 */
export function isEmptyStream(exchange: Exchange): boolean {
  const { response } = exchange;
  if (response.is !== 'answer' || reportsFailure(exchange)) return false;
  const stream = eventStreamOf(response);
  if ('inconclusive' in stream || stream.unterminated !== '' || stream.events.length === 0) return false;
  const texts = eventContentsIn(exchange).flatMap(({ found, places }) => [
    ...found.filter(({ path }) => !sessionIdPattern.test(path)).map(({ text }) => text),
    ...[...places.values()].map(String),
  ]);
  return countLetters(texts.join('')) < lettersOfAWord;
}

const lettersOfAWord = 12;

/**
 * Whether the rest of `whole`, of which a stream can be read up to the word `newest`, may stand in the stream in a
 * layout that cannot be read, as numbers for example: whether the stream has as many other letters. A repeated text
 * counts once. Undefined where no field has the word, so that nothing is known.
 */
export function mayCarryRest(exchange: Exchange, whole: string, newest: string): boolean | undefined {
  const pieces = eventContentsIn(exchange);
  const { saying, others } = fieldsBy(newest, pieces);
  const rest = withoutBlanks(behind(whole, newest));
  const read = saying.map((text) => withoutBlanks(behind(text, newest)));
  if (read.length === 0) return undefined;
  const [known, unknown] = [true, false].map((isKnown) => read.filter((text) => rest.startsWith(text) === isKnown));
  const had = Math.max(0, ...(known ?? []).map(countLetters));
  return countLetters([...others, ...(unknown ?? []), ...codesIn(pieces)].join('')) >= countLetters(rest) - had;
}

/**
 * Number of letters in the fields without `said`, which may hold what the other fields lack. A repeated text counts
 * once.
 */
export function countOtherLetters(exchange: Exchange, said: string): number {
  return countLetters(fieldsBy(said, eventContentsIn(exchange)).others.join(''));
}

/** The fields that have `said`, each joined, and the different texts of all others but the session ids. */
function fieldsBy(
  said: string,
  pieces: readonly EventContent[],
): { readonly saying: readonly string[]; readonly others: readonly string[] } {
  const found = pieces.flatMap(({ kind, found }) => found.map(({ path, text }) => ({ path: `${kind} ${path}`, text })));
  const fields = [...Map.groupBy(found, ({ path }) => path)]
    .filter(([path]) => !sessionIdPattern.test(path))
    .map(([, some]) => some.map(({ text }) => text));
  const isSaying = (texts: readonly string[]): boolean => texts.join('').includes(said);
  return {
    saying: fields.filter(isSaying).map((texts) => texts.join('')),
    others: fields.filter((texts) => !isSaying(texts)).flatMap((texts) => [...new Set(texts)]),
  };
}

const withoutBlanks = (text: string): string => text.replaceAll(/\s/g, '');

function behind(text: string, word: string): string {
  return text.slice(text.lastIndexOf(word) + word.length);
}

/** Numbers that may stand for letters. Numbers that are the same in several events do not count. */
function codesIn(pieces: readonly EventContent[]): readonly number[] {
  const numbers = Map.groupBy(
    pieces.flatMap(({ places }) => [...places]),
    ([path]) => path,
  );
  return [...numbers.values()].flatMap((some) => {
    const values = some.map(([, value]) => value);
    return new Set(values).size === 1 && values.length > 1 ? [] : values.filter((value) => value <= lastCodePoint);
  });
}

const lastCodePoint = 0x10_ff_ff;

export function countLetters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

export const sessionIdPattern = /\bsession_?id$/i;

function fieldsJoined(pieces: readonly EventContent[]): readonly string[] {
  return joinTextsByField(pieces.flatMap(({ found }) => found));
}

export function eventContentsIn(exchange: Exchange): readonly EventContent[] {
  return eventsIn(exchange).map(({ data, lastEventId, value, kind }) => {
    const numbers = valuesIn(value, (leaf) => typeof leaf === 'number');
    const id = Number(lastEventId);
    if (lastEventId !== '' && Number.isFinite(id)) numbers.set('id:', id);
    const found = value === undefined ? [{ path: 'data', text: data }, ...formIn(data)] : stringsOf(value);
    return { found, kind, places: numbers };
  });
}

/** The booleans and nulls of each event, and its id, any of which may distinguish it from others. */
export function eventFlagsIn(exchange: Exchange): readonly ReadonlyMap<string, unknown>[] {
  return eventsIn(exchange).map(({ lastEventId, value }) => {
    const flags = valuesIn(value, (leaf): leaf is unknown => typeof leaf === 'boolean' || leaf === null);
    if (lastEventId !== '') flags.set('id:', lastEventId);
    return flags;
  });
}

function eventsIn({ response }: Exchange) {
  const content = response.is === 'answer' ? contentOf(response) : undefined;
  if (content?.is !== 'bytes') return [];
  return readEventStream(content.bytes).events.map(({ data, type, lastEventId }) => {
    const value = parsedJson(data);
    const labels = value === undefined ? [] : labelsIn(value);
    return { data, lastEventId, value, kind: JSON.stringify([type, ...labels]) };
  });
}

/**
 * A member of a kind of event. `value` is its number, flag or null, and undefined for a text and for an object or list.
 */
export type EventMember = { readonly place: string; readonly value: unknown };

/** All members of the events of a stream: a reader may take the presence or the value of any of them for a mark. */
export function eventMembersIn(exchange: Exchange): readonly EventMember[] {
  return eventsIn(exchange).flatMap(({ kind, value }) =>
    membersIn(value).map((mark) => ({ ...mark, place: `${kind} ${mark.place}` })),
  );
}

function membersIn(value: unknown, place = '$', level = 0): readonly EventMember[] {
  if (typeof value !== 'object' || value === null)
    return [{ place, value: typeof value === 'string' ? undefined : value }];
  if (level > deepestMark) return [{ place, value: JSON.stringify(value) }];
  const placeOf = (name: string): string => (Array.isArray(value) ? `${place}[]` : `${place}.${name}`);
  return [
    { place, value: undefined },
    ...Object.entries(value).flatMap(([name, item]) => membersIn(item, placeOf(name), level + 1)),
  ];
}

const deepestMark = 8;

/** The fields of an event that is written like a form. */
function formIn(data: string): EventContent['found'] {
  if (!/^[\w.-]{1,40}=/.test(data)) return [];
  return [...new URLSearchParams(data)].map(([name, text]) => ({ path: `form.${name}`, text }));
}

/** What distinguishes the parts of a reply, such as thoughts from the answer, or one choice from another. */
function labelsIn(value: unknown, level = 0): readonly unknown[] {
  if (typeof value !== 'object' || value === null || level > 4) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    typeof item === 'object' ? labelsIn(item, level + 1) : /^(?:type|kind|role|index|event)$/.test(name) ? [item] : [],
  );
}

/** All values for which `isMeant` holds, by their place. */
function valuesIn<T>(value: unknown, isMeant: (leaf: unknown) => leaf is T, path = '$', level = 0): Map<string, T> {
  if (isMeant(value)) return new Map([[path, value]]);
  if (typeof value !== 'object' || value === null || level > 4) return new Map();
  return new Map(
    Object.entries(value).flatMap(([name, item]) => [...valuesIn(item, isMeant, `${path}.${name}`, level + 1)]),
  );
}

/** The pieces in the order of this number; of several with the same number only the last. */
function placedBy(name: string, pieces: readonly EventContent[]): readonly EventContent[] {
  const placed = new Map<number, EventContent>();
  for (const piece of pieces) {
    const place = piece.places.get(name);
    if (place !== undefined) placed.set(place, piece);
  }
  return [...placed].toSorted(([one], [other]) => one - other).map(([, piece]) => piece);
}
