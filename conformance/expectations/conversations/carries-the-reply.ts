import type { Expectation } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { parsedJson } from '../../reading/parsed-json.ts';
import { sessionIdIn } from '../bodies/carries-session-id.ts';
import { eventStreamOf } from '../streams/is-event-stream.ts';
import { repeatsOwnWord } from './never-mixed.ts';
import { answerTexts } from '../words/said.ts';
import { countLetters, noRepetitionShown } from '../words/stream-readings.ts';
import { botIdInPath, isIdOrTime, isLabel } from '../words/texts/no-words.ts';
import { stringsOf } from '../words/texts/strings-of.ts';

/** Number of letters of a planted word. */
const lettersOfAWord = 12;

/**
 * The data of the stream is the reply (4.3): a bot that repeats a word in a chat repeats one in a stream. A bot that
 * repeats none shows nothing. Nothing is known either where a stream says enough to hold a word in a layout that assay
 * cannot read, since the layout is not shown.
 */
export const carriesTheReply: Expectation = (seen) => {
  const by = (operation: string) => seen.filter((exchange) => exchange.operation === operation);
  if (!by('chat').some(repeatsOwnWord)) return noRepetitionShown;
  const streams = by('stream');
  if (streams.length === 0 || streams.some(repeatsOwnWord)) return [];
  const read: Texts[] = [];
  for (const stream of streams) {
    const texts = textsIn(stream);
    if ('inconclusive' in texts) return texts;
    read.push(texts);
  }
  const [first = new Map() as Texts, ...others] = read;
  const isInAll = (key: string): boolean => others.length > 0 && read.every((texts) => texts.has(key));
  const inChats = by('chat').flatMap(answerTexts).join('\n');
  const isCanned = ([key, found]: readonly [string, StringAtPath]): boolean =>
    isInAll(key) && countLetters(found.text) > 2 && !isLabel(found) && inChats.includes(found.text);
  if ([...first].some(isCanned))
    return { inconclusive: 'a chat says what each stream says, whatever was asked', isUnspecified: true };
  const own = read.map((texts) => [...texts].flatMap(([key, { text }]) => (isInAll(key) ? [] : [text])));
  if (own.some((texts) => lettersInAll(texts) >= lettersOfAWord))
    return {
      inconclusive: 'no word could be read in a stream of this bot: the layout of its data is not known to assay',
      isUnspecified: true,
    };
  return [
    {
      subject: 'reply',
      expected: 'the word that the bot was asked to repeat, as it did in a chat',
      observed: `none of ${streams.length} streams has it, nor as many letters of its own as it has`,
      exchange: streams.at(-1)?.id ?? '',
    },
  ];
};

type StringAtPath = { readonly path: string; readonly text: string };
type Texts = ReadonlyMap<string, StringAtPath>;

/**
 * What the data says besides session ids, other ids, times and the bot that was asked. The same text in the same field
 * counts once, so that a repeated text counts once, while letters under different names all count. A list of numbers
 * may be a text too, and so is data that is not JSON.
 */
function textsIn(exchange: Exchange): Texts | { readonly inconclusive: string } {
  const { response } = exchange;
  if (response.is !== 'answer') return new Map();
  const stream = eventStreamOf(response);
  if ('inconclusive' in stream) return stream;
  const noWords: readonly unknown[] = [sessionIdIn(exchange), botIdInPath(exchange)];
  const texts = stream.events.flatMap(({ data }) => {
    const value = parsedJson(data);
    if (value === undefined) return [{ path: 'data', text: data }];
    return [...stringsOf(value), ...numbersIn(data)];
  });
  const said = texts.filter((found) => !noWords.includes(found.text) && !isIdOrTime(found));
  return new Map(said.map((found) => [`${found.path}\n${found.text}`, found]));
}

/** Lists of numbers anywhere in this JSON. */
function numbersIn(json: string): readonly StringAtPath[] {
  const lists = json.match(/\[\s*\d[\d\s.,-]*\]/g) ?? [];
  return lists.map((text) => ({ path: 'numbers', text }));
}

const lettersInAll = (texts: readonly string[]): number => countLetters(texts.join(''));
