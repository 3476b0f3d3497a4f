import type { Expectation, Judgement, Mismatch, Exchanges } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { wordsPlantedIn } from './remembers.ts';
import { answerTexts } from './said.ts';
import { mayBeEdited } from './may-be-edited.ts';
import { mayCarryRest, readingsOf, noRepetitionShown, reportsFailure } from './stream-readings.ts';
import { readingsWithoutRepeats } from './without-repeats.ts';
import { wordsOfBestReading, plainMessageOf, streamsWholeEchoes, unreadableStream } from './streams-whole-echoes.ts';

/** A chat and a stream with the same message, and the words that it asks to repeat. */
type Pair = { readonly chat: Exchange; readonly stream: Exchange; readonly words: readonly string[] };

/** Fewest words to judge by: this many are not said in order by chance, and a lost piece holds some of them. */
const fewestWords = 6;
/**
 * Fewest pairs to judge by: a bot may forget or mistake a word once, in a stream as in a chat, but not in each stream
 * and in no chat.
 */
const fewestPairs = 3;

/**
 * Streams say what the bot repeats in whole replies: each word once, in the same order (4.3). A bot that repeats every
 * message has to say all of each message in all of its streams. Any other bot has to say the words that it was asked to
 * repeat, where every chat says them, in at least one of the streams with the same messages.
 */
export const streamsTheWholeReply: Expectation = (seen) => {
  const byEchoes = streamsWholeEchoes(seen);
  return 'inconclusive' in byEchoes && byEchoes !== unreadableStream ? streamsEveryWord(seen) : byEchoes;
};

/** True where each stream lacks some of the words that its chat has, so that it is worth asking again. */
export function everyStreamLosesWords(seen: Exchanges): boolean {
  const judged = streamsEveryWord(seen);
  return !('inconclusive' in judged) && judged.length > 0;
}

function streamsEveryWord(seen: Exchanges): Judgement {
  const pairs = pairsIn(seen);
  const repeated = pairs.filter(({ chat, words }) => isInOrder(answerTexts(chat), words));
  if (repeated.length < fewestPairs || repeated.length < pairs.length) return noRepetitionShown;
  const told = repeated.map((pair) => ({ ...pair, readings: readingsOf(pair.stream) }));
  if (told.some(({ readings, words }) => isInOrder(readings, words))) return [];
  const said = told.map((pair) => ({ ...pair, said: wordsOfBestReading(pair.readings, pair.words) }));
  const isReadable = (pair: Told): boolean =>
    (pair.said.length * 2 >= pair.words.length || breaksOff(pair)) && !mayBeEdited(pair.stream);
  if (!said.every(isReadable)) return said.some((pair) => pair.said.length > 0) ? hardlyReadable : unreadableStream;
  return said.map((pair) => ({
    subject: `reply in ${pair.stream.id}`,
    kind: { subject: 'reply' },
    expected: `the words that it was asked to repeat in their order, each once, as ${pair.chat.id} has them`,
    observed: `${pair.said.length} of ${pair.words.length} words${missingOf(pair)}`,
    exchange: pair.stream.id,
    restsOn: [pair.chat.id],
  }));
}

/** With the readings of its stream, and the words of the reading that has most of them. */
type Told = Pair & { readonly readings: readonly string[]; readonly said: readonly string[] };

const hardlyReadable = {
  inconclusive:
    'chats repeat what they are asked to, and only some of it could be read in a stream of this bot: it says something else there, or in a layout that is not known to assay',
  isUnspecified: true,
} as const;

/** Fewest words in order that count as the beginning of the asked words: a layout may have one word by chance. */
const fewestOfABeginning = 2;

/**
 * True where a text has the first words in order and none of the rest, and the stream has too few other letters for the
 * rest, in any layout.
 */
function breaksOff({ stream, readings, words, said }: Told): boolean {
  const beginning = words.slice(0, said.length);
  if (said.length < fewestOfABeginning || said.some((word, at) => word !== beginning[at])) return false;
  return isInOrder(readings, beginning) && mayCarryRest(stream, words.join(' '), beginning.at(-1) ?? '') === false;
}

/**
 * Words that a chat says with blanks between them are not run together in its stream: a client that joins the pieces as
 * they are would get other words. A stream that the service sends without blanks for the client to add is conceivable.
 * An event that repeats the whole text with its blanks comes too late for a client that shows each piece as it comes.
 */
export const streamsKeepBlanks: Expectation = (seen) => {
  const pairs = pairsIn(seen).filter(({ chat, words }) => isSaid(answerTexts(chat), words, String.raw`\s+`));
  if (pairs.length === 0) return noRepetitionShown;
  let isShown = false;
  const wrong = pairs.flatMap(({ chat, stream, words }): readonly Mismatch[] => {
    const isSaidIn = (texts: readonly string[]): boolean => isSaid(texts, words, String.raw`\s*`);
    const readings = readingsWithoutRepeats(stream, isSaidIn) ?? readingsOf(stream);
    const isKept = isSaid(readings, words, String.raw`\s+`);
    isShown ||= isKept;
    if (isKept || !isSaidIn(readings) || mayBeEdited(stream)) return [];
    return [
      {
        subject: `reply in ${stream.id}`,
        kind: { subject: 'reply' },
        expected: `a space between all words, as in ${chat.id}`,
        observed: 'some run together',
        exchange: stream.id,
        restsOn: [chat.id],
      },
    ];
  });
  // Another check judges that the words are there at all.
  return wrong.length > 0 || isShown ? wrong : { inconclusive: 'no stream carried those words', isUnspecified: true };
};

function pairsIn(seen: Exchanges): readonly Pair[] {
  const ofMessage = Map.groupBy(seen, plainMessageOf);
  return [...ofMessage].flatMap(([message, alike]) => {
    const chat = alike.find(({ operation }) => operation === 'chat');
    const stream = alike.find((exchange) => exchange.operation === 'stream' && !reportsFailure(exchange));
    if (message === undefined || chat === undefined || stream === undefined) return [];
    const words = wordsPlantedIn(chat);
    return words.length < fewestWords ? [] : [{ chat, stream, words }];
  });
}

/** True where a text has all words in order, with anything between them but one of these words. */
function isInOrder(texts: readonly string[], words: readonly string[]): boolean {
  const any = new RegExp(words.join('|'), 'gi');
  const wanted = words.join(' ');
  return texts.some((text) => (text.match(any) ?? []).join(' ').toLowerCase().includes(wanted));
}

function isSaid(texts: readonly string[], words: readonly string[], between: string): boolean {
  const pattern = new RegExp(words.join(between), 'i');
  return texts.some((text) => pattern.test(text));
}

function missingOf({ words, said }: { readonly words: readonly string[]; readonly said: readonly string[] }): string {
  const missing = words.filter((word) => !said.includes(word));
  return missing.length === 0 ? ', in another order or several times' : `, without ${missing.slice(0, 3).join(', ')}`;
}
