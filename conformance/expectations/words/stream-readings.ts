import { contentOf } from '../../bodies/content.ts';
import type { Seen } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { parsedJson } from '../../reading/parsed-json.ts';
import { textsSaid, withoutMarkup } from './said.ts';
import { joinedByField, stringsOf } from './texts/strings-of.ts';
import { streamOf } from '../streams/is-event-stream.ts';
import { readEventStream } from '../streams/two-readers.ts';

/** The strings of one event, and all that could say where they belong. */
export type Piece = {
  readonly found: readonly { readonly path: string; readonly text: string }[];
  readonly kind: string;
  readonly places: ReadonlyMap<string, number>;
};

/**
 * Every text that the events of a stream could be pieces of, whatever their layout, which is not shown (4.3): the pieces of
 * each field joined, all strings joined, those of each kind of event alone, and all by whatever number places them; with
 * markup and without.
 */
export function readingsOf(exchange: Exchange): readonly string[] {
  return withAndWithoutMarkup([...textsSaid(exchange), ...joinedPieces(piecesIn(exchange))]);
}

/** The same of these pieces alone. */
export function readingsOfPieces(pieces: readonly Piece[]): readonly string[] {
  return withAndWithoutMarkup([...fieldsJoined(pieces), ...joinedPieces(pieces)]);
}

function joinedPieces(pieces: readonly Piece[]): readonly string[] {
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

/** Each chat with the stream that was asked for with it: the first with the first. */
export function chatsWithStreams(seen: Seen): readonly { readonly chat: Exchange; readonly stream: Exchange }[] {
  const of = (operation: string): readonly Exchange[] => seen.filter((exchange) => exchange.operation === operation);
  const streams = of('stream');
  return of('chat').flatMap((chat, at) => {
    const stream = streams[at];
    return stream === undefined ? [] : [{ chat, stream }];
  });
}

/** A stream that says of itself that it failed is not whole, and says so. */
export function saysItFailed(exchange: Exchange): boolean {
  return piecesIn(exchange).some(
    ({ kind, found }) => /error/i.test(kind) || found.some(({ path, text }) => text !== '' && isError.test(path)),
  );
}

const isError = /^\$\.error\b/;

/** Where chats say what streams were asked for too: how a stream writes it is not shown (4.3), nor that it says the same. */
export const saidInChatsOnly = {
  inconclusive:
    'chats repeat what they are asked to, and it could not be read in a stream: it says something else there, or in a layout that is not known to assay',
  isUnspecified: true,
} as const;

/**
 * True where all strings and numbers of a stream together, but for the id of its session, have fewer letters than a planted
 * word: in no layout is a reply in it. One that says of itself that it failed is another matter.
 */
export function carriesNothing(exchange: Exchange): boolean {
  const { response } = exchange;
  if (response.is !== 'answer' || saysItFailed(exchange)) return false;
  const stream = streamOf(response);
  if ('inconclusive' in stream || stream.unterminated !== '' || stream.events.length === 0) return false;
  const texts = piecesIn(exchange).flatMap(({ found, places }) => [
    ...found.filter(({ path }) => !isSessionId.test(path)).map(({ text }) => text),
    ...[...places.values()].map(String),
  ]);
  return lettersIn(texts.join('')) < lettersOfAWord;
}

const lettersOfAWord = 12;

/**
 * Whether the rest of `whole`, which can be read in a stream up to the word `newest`, may stand there too, in a layout that
 * cannot be read, as numbers too: whether it has as many letters besides. What is said again counts once. Undefined where no
 * field has that word, so that nothing is known.
 */
export function mayHoldTheRest(exchange: Exchange, whole: string, newest: string): boolean | undefined {
  const pieces = piecesIn(exchange);
  const { saying, others } = fieldsBy(newest, pieces);
  const rest = withoutBlanks(behind(whole, newest));
  const read = saying.map((text) => withoutBlanks(behind(text, newest)));
  if (read.length === 0) return undefined;
  const [known, unknown] = [true, false].map((isKnown) => read.filter((text) => rest.startsWith(text) === isKnown));
  const had = Math.max(0, ...(known ?? []).map(lettersIn));
  return lettersIn([...others, ...(unknown ?? []), ...codesIn(pieces)].join('')) >= lettersIn(rest) - had;
}

/** The letters in the fields that do not say it, where a reader may find what is not in those that do. What is said again counts once. */
export function lettersBeside(exchange: Exchange, said: string): number {
  return lettersIn(fieldsBy(said, piecesIn(exchange)).others.join(''));
}

/** The fields that say it, each joined, and the different texts of all others but the ids of sessions. */
function fieldsBy(
  said: string,
  pieces: readonly Piece[],
): { readonly saying: readonly string[]; readonly others: readonly string[] } {
  const found = pieces.flatMap(({ kind, found }) => found.map(({ path, text }) => ({ path: `${kind} ${path}`, text })));
  const fields = [...Map.groupBy(found, ({ path }) => path)]
    .filter(([path]) => !isSessionId.test(path))
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

/** Numbers that may be letters: not those that are the same in several events. */
function codesIn(pieces: readonly Piece[]): readonly number[] {
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

export function lettersIn(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

export const isSessionId = /\bsession_?id$/i;

function fieldsJoined(pieces: readonly Piece[]): readonly string[] {
  return joinedByField(pieces.flatMap(({ found }) => found));
}

export function piecesIn(exchange: Exchange): readonly Piece[] {
  return eventsIn(exchange).map(({ data, lastEventId, value, kind }) => {
    const numbers = valuesIn(value, (leaf) => typeof leaf === 'number');
    const id = Number(lastEventId);
    if (lastEventId !== '' && Number.isFinite(id)) numbers.set('id:', id);
    const found = value === undefined ? [{ path: 'data', text: data }, ...formIn(data)] : stringsOf(value);
    return { found, kind, places: numbers };
  });
}

/** What each event has that is true, false or null, and its id, which may tell it from others. */
export function flagsIn(exchange: Exchange): readonly ReadonlyMap<string, unknown>[] {
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

/** A member of a kind of event: `value` is its number, flag or null, and undefined where it is a text or holds others. */
export type Mark = { readonly place: string; readonly value: unknown };

/** All that the events of a stream have besides their texts: a reader may take any of it for a mark. */
export function marksIn(exchange: Exchange): readonly Mark[] {
  return eventsIn(exchange).flatMap(({ kind, value }) =>
    membersIn(value).map((mark) => ({ ...mark, place: `${kind} ${mark.place}` })),
  );
}

function membersIn(value: unknown, place = '$', level = 0): readonly Mark[] {
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

/** The fields of an event that is written as a form is. */
function formIn(data: string): Piece['found'] {
  if (!/^[\w.-]{1,40}=/.test(data)) return [];
  return [...new URLSearchParams(data)].map(([name, text]) => ({ path: `form.${name}`, text }));
}

/** What tells parts of a reply from each other: thoughts from the answer, one choice from another. */
function labelsIn(value: unknown, level = 0): readonly unknown[] {
  if (typeof value !== 'object' || value === null || level > 4) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    typeof item === 'object' ? labelsIn(item, level + 1) : /^(?:type|kind|role|index|event)$/.test(name) ? [item] : [],
  );
}

/** Each of these by its place. */
function valuesIn<T>(value: unknown, isMeant: (leaf: unknown) => leaf is T, path = '$', level = 0): Map<string, T> {
  if (isMeant(value)) return new Map([[path, value]]);
  if (typeof value !== 'object' || value === null || level > 4) return new Map();
  return new Map(
    Object.entries(value).flatMap(([name, item]) => [...valuesIn(item, isMeant, `${path}.${name}`, level + 1)]),
  );
}

/** In the order of their numbers, and of those that have the same one only the last. */
function placedBy(name: string, pieces: readonly Piece[]): readonly Piece[] {
  const placed = new Map<number, Piece>();
  for (const piece of pieces) {
    const place = piece.places.get(name);
    if (place !== undefined) placed.set(place, piece);
  }
  return [...placed].toSorted(([one], [other]) => one - other).map(([, piece]) => piece);
}
