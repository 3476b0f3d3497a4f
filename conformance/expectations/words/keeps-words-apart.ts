import type { Expectation, Mismatch } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { mayBeEdited } from './may-be-edited.ts';
import { wordsPlantedIn } from './remembers.ts';
import { answerTexts } from './said.ts';
import { withoutBlanks } from './spelling/written-otherwise.ts';
import { notReadInStreams } from './stream-readings.ts';
import { unreadableStream } from './streams-whole-echoes.ts';
import { readingsWithoutRepeats } from './without-repeats.ts';

/**
 * For each kind of gap: the position of the word before it among the planted words, and what stands between the two
 * words besides the blank.
 */
const gaps = { blank: { at: 0, mark: '' }, lineEnd: { at: 1, mark: '- ?' } } as const;

/**
 * Two words that the chat (the first exchange) separates are not run together in the stream after it. A reader of event
 * streams drops the first space after `data:`, and a line end too unless the next line is a field of its own. What
 * stands between the words, and whether the bot repeats them at all, is up to the bot.
 */
export function keepsWordsApart(by: keyof typeof gaps): Expectation {
  return ([chat, stream]) => {
    if (chat === undefined || stream === undefined) return { inconclusive: 'one of the two requests was not answered' };
    const { at, mark } = gaps[by];
    const [before = '', after = ''] = wordsPlantedIn(chat).slice(at);
    const apart = new RegExp(`${before}\\s+${mark}${after}`);
    const together = new RegExp(`${before}${mark}${after}`);
    if (foundIn(chat, apart) === undefined || foundIn(chat, together) !== undefined) {
      return { inconclusive: 'the bot did not repeat what it was asked to repeat; name a bot that does with --bot' };
    }
    const isOnOne = by === 'lineEnd' && isOnOneLine(chat, stream);
    const streamed =
      readingsWithoutRepeats(stream, (texts) => foundAmong(texts, together) !== undefined) ?? answerTexts(stream);
    const observed = foundAmong(streamed, apart) === undefined ? foundAmong(streamed, together) : undefined;
    if (!isOnOne && observed === undefined)
      return foundAmong(
        streamed,
        by === 'blank' ? apart : new RegExp(`${before}[^\\S\\r\\n]*[\\r\\n]\\s*${mark}${after}`),
      )
        ? []
        : notReadInStreams;
    if (mayBeEdited(stream)) return unreadableStream;
    if (isOnOne || observed === undefined) return [onOneLine(before)];
    const between = by === 'blank' ? 'a space' : 'a line end';
    return [{ subject: 'reply', expected: `${between} between ${before} and ${after}, as in the chat`, observed }];
  };
}

/** A stretch without a line end and without the start of an escape for it, in JSON or in markup. */
const onALine = '[^\\r\\n\\\\<&]{1,20}';
/** The same for a stretch that the chat ends by CR LF: where the LF became a blank, the CR alone is no line end. */
const onALineWithCr = '[^\\n\\\\<&]{1,20}';

/** Least number of words on lines of their own in the chat: a bot does not put this many on one line by chance. */
const fewestLines = 4;

/**
 * True where the chat says all words but the first on different lines, and the stream says all of these on one line.
 */
function isOnOneLine(chat: Exchange, stream: Exchange): boolean {
  const words = wordsPlantedIn(chat).slice(1);
  const inLines = new RegExp(words.join('[^\\r\\n]{0,12}(?:\\r?\\n[^\\r\\n]{0,20}){1,2}'));
  const said = foundIn(chat, inLines);
  if (words.length < fewestLines || said === undefined || foundIn(stream, inLines) !== undefined) return false;
  const gaps = said.split(new RegExp(words.join('|'))).slice(1, -1);
  const stretches = gaps.map((gap) => (gap.includes('\r\n') ? onALineWithCr : onALine));
  const inOneLine = new RegExp(words.map((word, at) => word + (stretches[at] ?? '')).join(''));
  // Nothing else may stand between the words: a bot that says them in a sentence words its reply otherwise.
  return answerTexts(stream).some((text) => withoutBlanks(inOneLine.exec(text)?.[0] ?? '') === withoutBlanks(said));
}

function onOneLine(first: string): Mismatch {
  const expected = `line ends between the words from ${first} on, as in the chat`;
  return { subject: 'reply', expected, observed: 'all of them on one line' };
}

function foundIn(exchange: Exchange, pattern: RegExp): string | undefined {
  return foundAmong(answerTexts(exchange), pattern);
}

function foundAmong(texts: readonly string[], pattern: RegExp): string | undefined {
  return texts.map((text) => pattern.exec(text)?.[0]).find((match) => match !== undefined);
}
