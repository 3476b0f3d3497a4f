import { contentOf, jsonOf } from '../../bodies/content.ts';
import type { Mismatch } from '../../model/check.ts';
import { isSuccessStatus, type Answer, type Exchange, type SentRequest } from '../../model/exchange.ts';
import { copiedIn, withoutString } from './texts/copied-message.ts';
import { eachStringIn, joinedByField, stringsOf } from './texts/strings-of.ts';
import { parsedJson } from '../../reading/parsed-json.ts';
import { readEventStream } from '../streams/two-readers.ts';
import { likeWords, nearWordIn } from './spelling/near-word.ts';
import { plainLetters } from './spelling/plain-letters.ts';
import { spelledOut } from './spelling/spelled-out.ts';
import { headOf, tailOf } from '../../reading/whole-letters.ts';

/**
 * Everything that an answer may be saying, as texts to search for a nonce: the whole body, and the pieces of each field
 * joined, since a list of parts or a stream cuts a word where it likes and their layout is not shown (2.3, 4.3). A copy of
 * the message that stands beside the reply is not the bot's.
 */
export function textsSaid(exchange: Exchange): readonly string[] {
  return saidIn(exchange).texts;
}

type Said = {
  readonly texts: readonly string[];
  /** The same texts in plain letters. */
  plain?: readonly string[];
  /** What of them could be nearly a planted word. */
  likeWords?: readonly string[];
  /** What of them is spelled out, by the word that it spells. */
  spelledOut?: ReadonlyMap<string, string>;
  /** How much of the bound on what is kept it takes. */
  size: number;
};

function saidIn({ operation, request, response }: Exchange): Said {
  if (response.is !== 'answer') return { texts: [], size: 0 };
  const known = recent.get(response);
  if (known !== undefined) return known;
  // What refuses a stream is a body as any other.
  const isStream = operation === 'stream' && isSuccessStatus(response.status);
  const texts = isStream ? streamTexts(response) : bodyTexts(response, request);
  const said = { texts, size: 0 };
  recent.set(response, said);
  keep(response, said, response.body.length);
  return said;
}

/** One answer is searched for many words, one after the other; what is long is also what takes long to read. */
const recent = new Map<Answer, Said>();
const [mostRecent, mostRecentSize] = [8, 8 * 1024 * 1024];
let recentSize = 0;

/** It takes so much more. What was read longest ago goes; where that is this answer, it will be read again. */
function keep(answer: Answer, said: Said, more: number): void {
  if (recent.get(answer) !== said) return;
  said.size += more;
  recentSize += more;
  for (const [oldest, { size }] of recent) {
    if (oldest === answer || (recent.size <= mostRecent && recentSize <= mostRecentSize)) return;
    recent.delete(oldest);
    recentSize -= size;
  }
}

/** What it says in plain letters (see `plainLetters`), in the order of `textsSaid`. Several texts may be the same one. */
export function plainTextsSaid(exchange: Exchange): readonly string[] {
  const said = saidIn(exchange);
  if (said.plain !== undefined || exchange.response.is !== 'answer') return said.plain ?? [];
  const each = new Map([...new Set(said.texts)].map((text) => [text, plainLetters(text)] as const));
  said.plain = said.texts.map((text) => each.get(text) ?? '');
  keep(
    exchange.response,
    said,
    [...each].reduce((sum, [text, plain]) => (plain === text ? sum : sum + plain.length), 0),
  );
  return said.plain;
}

/** What has the form of a planted word and is spelled out, as with hyphens, and how it is written in plain letters. */
export function spelledOutIn(exchange: Exchange): ReadonlyMap<string, string> {
  const said = saidIn(exchange);
  said.spelledOut ??= spelledOut(plainTextsSaid(exchange));
  return said.spelledOut;
}

/**
 * True where the exchange says the word, in whatever letter case, with whatever is not shown between its letters, and, of a
 * planted one, with hyphens or spelled out.
 */
export function says(exchange: Exchange, word: string): boolean {
  const wanted = plainLetters(word);
  return plainTextsSaid(exchange).some((text) => text.includes(wanted)) || spelledOutIn(exchange).has(wanted);
}

/**
 * True where it says the word, or one so near that it was told it: so a memory is judged. What an answer should not say it
 * has to say letter by letter.
 */
export function recalls(exchange: Exchange, word: string): boolean {
  return recalledAs(exchange, word) !== undefined;
}

/** True where it says the start of the word only: so ends what a history keeps too little of. No letter of it stands twice in a row. */
export function cutsOff(exchange: Exchange, word: string): boolean {
  const near = nearlySaid(exchange, word)?.replaceAll('-', '');
  return near !== undefined && near !== word && word.startsWith(near);
}

/** What it says in the place of the word that is nearly it; undefined where it says none, or the word itself. */
export function nearlySaid(exchange: Exchange, word: string): string | undefined {
  const as = recalledAs(exchange, word);
  return as === word ? undefined : as;
}

function recalledAs(exchange: Exchange, word: string): string | undefined {
  const { response } = exchange;
  if (response.is !== 'answer') return undefined;
  const found = recalled.get(response) ?? new Map<string, string | undefined>();
  recalled.set(response, found);
  if (!found.has(word)) found.set(word, says(exchange, word) ? word : nearIn(exchange, word));
  return found.get(word);
}

/** Judges ask for the same words of the same answers again at each turn. */
const recalled = new WeakMap<Answer, Map<string, string | undefined>>();

function nearIn(exchange: Exchange, word: string): string | undefined {
  const said = saidIn(exchange);
  said.likeWords ??= likeWords(plainTextsSaid(exchange));
  return nearWordIn(said.likeWords, word);
}

/** Where it says the word, in its own words: `, in "Earlier you said: word."`, or `, in citations[] "…"`; empty where it says nothing beside it. */
export function quotedAround(exchange: Exchange, word: string): string {
  const plain = plainTextsSaid(exchange);
  const wanted = word.toLowerCase();
  const written = spelledOutIn(exchange).get(wanted) ?? wanted;
  const holding = textsSaid(exchange).flatMap((text, place) => {
    // With what is not shown between its letters it is quoted as readers see it.
    const forms = [text, plain[place] ?? ''].flatMap((quoted) => [wanted, written].map((as) => ({ text, quoted, as })));
    return forms.filter(({ quoted, as }) => quoted.toLowerCase().includes(as)).slice(0, 1);
  });
  // The body as a whole has it too, with the names of its fields.
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

/** Of a chat the field that has the text, if it is not the one that every reply has. */
function fieldOf({ operation, response }: Exchange, text: string): string {
  const isRead = response.is === 'answer' && (operation !== 'stream' || !isSuccessStatus(response.status));
  const json = isRead ? jsonOf(response) : undefined;
  const found = json?.is === 'json' ? stringsOf(json.value).find((each) => each.text === text) : undefined;
  const field = found?.path.replace(/^\$\.?/, '') ?? '';
  return field === '' || field === 'reply' || field.length > longestField ? '' : `${field} `;
}

const longestField = 40;

/** That a reply says a word that it should not, and where. */
export function saysIt(exchange: Exchange, word: string): Pick<Mismatch, 'observed' | 'kind' | 'exchange'> {
  const observed = `the reply to ${exchange.id} says it`;
  return { observed: observed + quotedAround(exchange, word), kind: { observed }, exchange: exchange.id };
}

/** The body as it is, each string of it, and the pieces of each field joined: a reply may be a list of parts. */
function bodyTexts(answer: Answer, request: SentRequest): readonly string[] {
  const content = contentOf(answer);
  const body = content.is === 'bytes' ? Buffer.from(content.bytes).toString('utf8') : '';
  const json = jsonOf(answer);
  if (json.is !== 'json') return [body];
  const strings = stringsOf(json.value);
  const copied = copiedIn(
    request,
    strings.map(({ text }) => text),
  );
  const said = copied === undefined ? body : withoutString(body, copied);
  const found = copied === undefined ? strings : strings.filter(({ text }) => text !== copied);
  return [said, ...found.map(({ text }) => text), ...joinedByField(found)];
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
    eachStringIn(value, '$', add);
    // An event may be a list of its kind and its text.
    if (Array.isArray(value)) value.forEach((item: unknown, at) => eachStringIn(item, `$[${at}]`, add));
  }
  const read = [...pieces.values()].map((each) => each.join(''));
  return [...read, ...unread];
}

/** As a page shows it: a line ends where it says so. */
export const withoutMarkup = (text: string): string =>
  text.replaceAll(/<br\b[^<>]*>/gi, '\n').replaceAll(/<[^<>]*>/g, '');

/** Some put a letter or a number and a colon before the JSON of each event. */
const label = /^\w{1,8}:(?=["{[])/;
