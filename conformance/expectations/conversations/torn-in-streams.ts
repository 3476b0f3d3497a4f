import type { Expectation, Exchanges } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { mayBeEdited } from '../words/may-be-edited.ts';
import { wordsPlantedIn } from '../words/remembers.ts';
import { saysWord, answerTexts } from '../words/said.ts';
import { sessionIdPattern, eventContentsIn, readingsOf, reportsFailure } from '../words/stream-readings.ts';
import { textByField } from '../words/texts/strings-of.ts';

/**
 * Fewest letters of a planted word, around a gap or in a row, that count as a part of it: nobody says these who was not
 * told the word.
 */
const fewestLetters = 6;
/** Fewest streams with a word that is joined from several events, from which on their layout is known. */
const fewestWhole = 3;
/** Largest probability that all torn words are in streams by chance, if the bot tears its words as often in chats. */
const byChance = 1 / 1_000;

/** What an answer made of a word that its request told. `part` is what is left of the word. */
type TornWord = { readonly exchange: Exchange; readonly word: string; readonly part: string };

/**
 * A stream carries the reply (4.3) with all of its letters. Where no chat of the run tears a word that it repeats, a
 * stream that has a word without some of its letters has lost a piece. A bot may misspell words without a meaning, in
 * chats as in streams, so it has to happen more often than by chance to a bot that never did so in a chat. The layout
 * is known from other streams, whose words come together from several events in the same field.
 */
export const tearsNoWord: Expectation = (seen) => {
  const told = seen.filter((exchange) => wordsPlantedIn(exchange).length > 0);
  const [chats, streams] = ['chat', 'stream'].map((operation) =>
    told.filter((exchange) => exchange.operation === operation && !reportsFailure(exchange)),
  );
  if (chats === undefined || streams === undefined) return [];
  const joined = streams.flatMap(joinedFieldsOf);
  const fields = new Set(joined);
  const torn = streams.flatMap((stream) => tornIn(stream, fields).slice(0, 1));
  if (torn.length === 0 || new Set(streams.filter((stream) => joinedFieldsOf(stream).length > 0)).size < fewestWhole)
    return [];
  if (chats.some((chat) => lossesIn(chat, answerTexts(chat)).length > 0)) return [];
  const whole = (some: Exchanges): number => some.filter((exchange) => repeats(exchange)).length;
  const isTorn = new Set(torn.map(({ exchange }) => exchange));
  const [inChats, inStreams] = [whole(chats), torn.length + whole(streams.filter((stream) => !isTorn.has(stream)))];
  if (chanceOf(torn.length, inStreams, inChats) > byChance) return [];
  return torn.slice(0, mostShown).map(({ exchange, word, part }) => ({
    subject: `reply in ${exchange.id}`,
    kind: { subject: 'reply' },
    expected: `whole words, as in each of ${inChats} chats that repeat what they were told`,
    observed: `${JSON.stringify(part)} for ${word}; ${torn.length} of ${inStreams} streams lack letters so`,
    exchange: exchange.id,
  }));
};

const mostShown = 3;

/**
 * The probability that all `torn` answers with a torn word are streams, if they were drawn at random from all answers.
 */
function chanceOf(torn: number, streams: number, chats: number): number {
  let chance = 1;
  for (let drawn = 0; drawn < torn; drawn += 1) chance *= (streams - drawn) / (streams + chats - drawn);
  return chance;
}

function repeats(exchange: Exchange): boolean {
  return wordsPlantedIn(exchange).some((word) => saysWord(exchange, word));
}

/** The fields whose joined texts have a word that no single event has. */
function joinedFieldsOf(stream: Exchange): readonly string[] {
  const found = foundIn(stream);
  const alone = found.map(({ text }) => lettersOf(text));
  const words = wordsPlantedIn(stream).filter((word) => !alone.some((text) => text.includes(word)));
  return [...textByField(found)].flatMap(([path, text]) =>
    words.some((word) => lettersOf(text).includes(word)) ? [path] : [],
  );
}

/** The words that a stream tears in one of these fields, where the missing letters stand nowhere else in the stream. */
function tornIn(stream: Exchange, fields: ReadonlySet<string>): readonly TornWord[] {
  const found = foundIn(stream);
  const read = [...textByField(found)].flatMap(([path, text]) => (fields.has(path) ? [text] : []));
  const losses = read.length === 0 ? [] : lossesIn(stream, read);
  if (losses.length === 0 || mayBeEdited(stream)) return [];
  const beside = found.filter(({ path }) => !fields.has(path)).map(({ text }) => lettersOf(text));
  const readings = [...readingsOf(stream), ...answerTexts(stream)].map(lettersOf);
  return losses.filter(
    ({ word, part }) =>
      !readings.some((text) => text.includes(word)) && !beside.some((text) => text.includes(missingOf(word, part))),
  );
}

/** The words told by the request of which the texts have a part, but which no text has whole. */
function lossesIn(exchange: Exchange, read: readonly string[]): readonly TornWord[] {
  const texts = read.map(lettersOf);
  return wordsPlantedIn(exchange).flatMap((word) => {
    if (texts.some((text) => text.includes(word)) || saysWord(exchange, word)) return [];
    // A quick test, for pages of words that a reply leaves out: each part has the first or the last letters of its
    // word.
    const ends = [word.slice(0, 3), word.slice(-3)];
    if (!texts.some((text) => ends.some((end) => text.includes(end)))) return [];
    const part = partsOf(word).find((some) => texts.some((text) => text.includes(some)));
    return part === undefined ? [] : [{ exchange, word, part }];
  });
}

/** What is left of a word without some letters in a row, at either end or within: the longest part first. */
function partsOf(word: string): readonly string[] {
  const parts: string[] = [];
  for (let kept = word.length - 1; kept >= fewestLetters; kept -= 1)
    for (let from = 0; from <= kept; from += 1) parts.push(word.slice(0, from) + word.slice(from + word.length - kept));
  return parts;
}

/** The letters in a row that the part lacks. */
function missingOf(word: string, part: string): string {
  let from = 0;
  while (from < part.length && word[from] === part[from]) from += 1;
  return word.slice(from, from + word.length - part.length);
}

function foundIn(stream: Exchange): readonly { readonly path: string; readonly text: string }[] {
  return eventContentsIn(stream).flatMap(({ found }) => found.filter(({ path }) => !sessionIdPattern.test(path)));
}

/** Without blanks, marks and line ends, which depend on the layout. */
const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '');
