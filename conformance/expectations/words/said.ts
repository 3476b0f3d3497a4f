import { contentOf, jsonOf } from '../../bodies/content.ts';
import type { Mismatch } from '../../model/check.ts';
import { isSuccessStatus, type Answer, type Exchange, type SentRequest } from '../../model/exchange.ts';
import { copiedMessageIn, blankString } from './texts/copied-message.ts';
import { forEachString, joinTextsByField, stringsOf } from './texts/strings-of.ts';
import { parsedJson } from '../../reading/parsed-json.ts';
import { readEventStream } from '../streams/two-readers.ts';
import { findNearWords, findNearWord } from './spelling/near-word.ts';
import { normalizeLetters } from './spelling/plain-letters.ts';
import { findSpelledOutWords } from './spelling/spelled-out.ts';
import { headOf, tailOf } from '../../reading/whole-letters.ts';

/**
 * All texts that an answer may be saying, to be searched for a planted word: the whole body, and the pieces of each
 * field joined, since a list of parts or a stream may cut a word anywhere and their layout is not shown (2.3, 4.3). A
 * copy of the message beside the reply does not count, because the bot has not said it.
 */
export function answerTexts(exchange: Exchange): readonly string[] {
  return readAnswerTexts(exchange).texts;
}

type AnswerTexts = {
  readonly texts: readonly string[];
  /** The same texts in plain letters. */
  normalized?: readonly string[];
  /** The words of these texts that could be nearly a planted word. */
  nearWords?: readonly string[];
  /** The words that these texts spell out, each with the way it is spelled. */
  spelledOut?: ReadonlyMap<string, string>;
  /** The share of `mostRecentSize` that this entry takes. */
  size: number;
};

function readAnswerTexts({ operation, request, response }: Exchange): AnswerTexts {
  if (response.is !== 'answer') return { texts: [], size: 0 };
  const known = recent.get(response);
  if (known !== undefined) return known;
  // The body of an answer that refuses a stream is read like any other body.
  const isStream = operation === 'stream' && isSuccessStatus(response.status);
  const texts = isStream ? streamTexts(response) : bodyTexts(response, request);
  const said = { texts, size: 0 };
  recent.set(response, said);
  keep(response, said, response.body.length);
  return said;
}

/**
 * Cache, as each answer is searched for many words in a row. Bounded in total size as well, since long answers take
 * long to read.
 */
const recent = new Map<Answer, AnswerTexts>();
const [mostRecent, mostRecentSize] = [8, 8 * 1024 * 1024];
let recentSize = 0;

/**
 * Adds to the size of an entry and drops the oldest entries beyond the bounds. If this answer is dropped itself, it is
 * read again.
 */
function keep(answer: Answer, said: AnswerTexts, more: number): void {
  if (recent.get(answer) !== said) return;
  said.size += more;
  recentSize += more;
  for (const [oldest, { size }] of recent) {
    if (oldest === answer || (recent.size <= mostRecent && recentSize <= mostRecentSize)) return;
    recent.delete(oldest);
    recentSize -= size;
  }
}

/** The texts of `answerTexts` in plain letters (see `normalizeLetters`), in the same order. Several texts may be equal. */
export function normalizedAnswerTexts(exchange: Exchange): readonly string[] {
  const said = readAnswerTexts(exchange);
  if (said.normalized !== undefined || exchange.response.is !== 'answer') return said.normalized ?? [];
  const each = new Map([...new Set(said.texts)].map((text) => [text, normalizeLetters(text)] as const));
  said.normalized = said.texts.map((text) => each.get(text) ?? '');
  keep(
    exchange.response,
    said,
    [...each].reduce((sum, [text, plain]) => (plain === text ? sum : sum + plain.length), 0),
  );
  return said.normalized;
}

/**
 * The words in the form of a planted word that the answer spells out, as with hyphens, each with its spelling in plain
 * letters.
 */
export function spelledOutWordsIn(exchange: Exchange): ReadonlyMap<string, string> {
  const said = readAnswerTexts(exchange);
  said.spelledOut ??= findSpelledOutWords(normalizedAnswerTexts(exchange));
  return said.spelledOut;
}

/**
 * True where the answer says the word, in any letter case, with any invisible characters between its letters, and, if
 * it is a planted word, with hyphens or spelled out.
 */
export function saysWord(exchange: Exchange, word: string): boolean {
  const wanted = normalizeLetters(word);
  return (
    normalizedAnswerTexts(exchange).some((text) => text.includes(wanted)) || spelledOutWordsIn(exchange).has(wanted)
  );
}

/**
 * True where the answer says the word, or one so near that the bot must have been told the word. For judging memory
 * only: a leak needs every letter.
 */
export function recallsWord(exchange: Exchange, word: string): boolean {
  return recalledAs(exchange, word) !== undefined;
}

/**
 * True where the answer says only the start of the word, as where a history keeps too little of a message. A planted
 * word has no letter twice in a row, so the bot did not drop a doubled letter.
 */
export function truncatesWord(exchange: Exchange, word: string): boolean {
  const near = misspelledWordIn(exchange, word)?.replaceAll('-', '');
  return near !== undefined && near !== word && word.startsWith(near);
}

/** What the answer says that is nearly the word. Undefined where there is none, or where it says the word itself. */
export function misspelledWordIn(exchange: Exchange, word: string): string | undefined {
  const as = recalledAs(exchange, word);
  return as === word ? undefined : as;
}

function recalledAs(exchange: Exchange, word: string): string | undefined {
  const { response } = exchange;
  if (response.is !== 'answer') return undefined;
  const found = recalled.get(response) ?? new Map<string, string | undefined>();
  recalled.set(response, found);
  if (!found.has(word)) found.set(word, saysWord(exchange, word) ? word : nearIn(exchange, word));
  return found.get(word);
}

/** Cache, as judges ask for the same words of the same answers again at each turn. */
const recalled = new WeakMap<Answer, Map<string, string | undefined>>();

function nearIn(exchange: Exchange, word: string): string | undefined {
  const said = readAnswerTexts(exchange);
  said.nearWords ??= findNearWords(normalizedAnswerTexts(exchange));
  return findNearWord(said.nearWords, word);
}

/**
 * Quotes the text around the word: `, in "Earlier you said: word."`, or `, in citations[] "…"`. Empty where the answer
 * says nothing beside the word.
 */
export function quoteAround(exchange: Exchange, word: string): string {
  const plain = normalizedAnswerTexts(exchange);
  const wanted = word.toLowerCase();
  const written = spelledOutWordsIn(exchange).get(wanted) ?? wanted;
  const holding = answerTexts(exchange).flatMap((text, place) => {
    // If the word has invisible characters between its letters, the quote is in plain letters, as readers see it.
    const forms = [text, plain[place] ?? ''].flatMap((quoted) => [wanted, written].map((as) => ({ text, quoted, as })));
    return forms.filter(({ quoted, as }) => quoted.toLowerCase().includes(as)).slice(0, 1);
  });
  // The shortest text, since the whole body holds the word too, with the names of its fields.
  const [shortest] = holding.toSorted((a, b) => a.text.length - b.text.length);
  if (shortest === undefined) return '';
  const { text, quoted, as } = shortest;
  const at = quoted.toLowerCase().indexOf(as);
  const [before, behind] = [quoted.slice(0, at), quoted.slice(at + as.length)];
  const [from, to] = [tailOf(before, quotedBefore), headOf(behind, quotedBehind)];
  const quote = `${from}${quoted.slice(at, at + as.length)}${to}`.replaceAll(/\s+/g, ' ').trim();
  if (quote.length <= word.length + 1) return '';
  return `, in ${fieldOf(exchange, text)}${JSON.stringify(`${from === before ? '' : '…'}${quote}${to === behind ? '' : '…'}`)}`;
}

const [quotedBefore, quotedBehind] = [60, 20];

/**
 * The field of a chat response that has the text, with a blank. Empty for the field `reply` and where there is none.
 */
function fieldOf({ operation, response }: Exchange, text: string): string {
  const isRead = response.is === 'answer' && (operation !== 'stream' || !isSuccessStatus(response.status));
  const json = isRead ? jsonOf(response) : undefined;
  const found = json?.is === 'json' ? stringsOf(json.value).find((each) => each.text === text) : undefined;
  const field = found?.path.replace(/^\$\.?/, '') ?? '';
  return field === '' || field === 'reply' || field.length > longestField ? '' : `${field} `;
}

const longestField = 40;

/** Describes that a reply says a word that it should not say, and where. */
export function describeSaidWord(exchange: Exchange, word: string): Pick<Mismatch, 'observed' | 'kind' | 'exchange'> {
  const observed = `the reply to ${exchange.id} says it`;
  return { observed: observed + quoteAround(exchange, word), kind: { observed }, exchange: exchange.id };
}

/** The whole body, each string in it, and the pieces of each field joined, since a reply may be a list of parts. */
function bodyTexts(answer: Answer, request: SentRequest): readonly string[] {
  const content = contentOf(answer);
  const body = content.is === 'bytes' ? Buffer.from(content.bytes).toString('utf8') : '';
  const json = jsonOf(answer);
  if (json.is !== 'json') return [body];
  const strings = stringsOf(json.value);
  const copied = copiedMessageIn(
    request,
    strings.map(({ text }) => text),
  );
  const said = copied === undefined ? body : blankString(body, copied);
  const found = copied === undefined ? strings : strings.filter(({ text }) => text !== copied);
  return [said, ...found.map(({ text }) => text), ...joinTextsByField(found)];
}

function streamTexts(answer: Answer): readonly string[] {
  const content = contentOf(answer);
  if (content.is !== 'bytes') return [];
  const { events, unreadBytes } = readEventStream(content.bytes);
  const unread = unreadBytes === 0 ? [] : [Buffer.from(content.bytes).toString('utf8')];
  const pieces = new Map<string, string[]>();
  const add = (path: string, text: string): void => {
    const others = pieces.get(path);
    if (others === undefined) pieces.set(path, [text]);
    else others.push(text);
  };
  for (const { data } of events) {
    add('data', data);
    add('text of markup', data.includes('<') ? withoutMarkup(data) : data);
    const value = parsedJson(data.replace(label, ''));
    forEachString(value, '$', add);
    // An event may be a list of a kind and a text.
    if (Array.isArray(value)) value.forEach((item: unknown, at) => forEachString(item, `$[${at}]`, add));
  }
  const read = [...pieces.values()].map((each) => each.join(''));
  return [...read, ...unread];
}

/** The text as a page shows it: without tags, and with `<br>` as a line end. */
export const withoutMarkup = (text: string): string =>
  text.replaceAll(/<br\b[^<>]*>/gi, '\n').replaceAll(/<[^<>]*>/g, '');

/** Some services put a few letters or digits and a colon before the JSON of each event. */
const label = /^\w{1,8}:(?=["{[])/;
