import { streamOmitsSomething } from '../../expectations/conversations/leaves-nothing-out.ts';
import { streamBreaksOff, isShortReply } from '../../expectations/words/keeps-the-end.ts';
import { retryCount, wordsPlantedIn } from '../../expectations/words/remembers.ts';
import { chatCall } from '../../model/calls.ts';
import type { Expectation, Exchanges } from '../../model/check.ts';
import type { Call, StepInputs, Probe, Step } from '../../model/probe.ts';

const wordsOfAPage = 6;
/** Text with letters of two and three bytes, so many on a page that a piece of any size ends within one of them. */
const sentenceOfAPage = 'The “café” has a naïve façade, and one old guest… ';
/** Number of words for about 800 letters: a reply of a few paragraphs, shorter than the likely limits of services. */
const wordsOfARow = 60;

/**
 * About 3,000 characters with words from beginning to end, as a chat and as a stream; sent again where the stream broke
 * off or left something out. An obedient bot answers with a single word, which says nothing of long replies: it is
 * asked for a row of words too.
 */
export const pageInBoth: Probe = {
  name: 'a message of one page, as a chat and as a stream',
  needs: ['token', 'bot'],
  costs: { chats: 4 + 2 * retryCount, speeches: 0 },
  steps: [
    pageTwice,
    ...again((known) => (streamBreaksOff(known.seen) || streamOmitsSomething(known.seen) ? pageTwice(known) : [])),
    (known) => (isShortReply(known.seen) ? rowTwice(known) : []),
    ...again((known) => (isShortReply(known.seen) && streamBreaksOff(known.seen) ? rowTwice(known) : [])),
  ],
};

function again(step: Step): readonly Step[] {
  return Array.from({ length: retryCount }, () => step);
}

function pageTwice({ bot, nonce }: StepInputs): readonly Call[] {
  const words = Array.from({ length: wordsOfAPage }, (_, at) => nonce(`word ${at}`));
  const between = ` ${sentenceOfAPage.repeat(11)}`;
  return twice(bot, `Please repeat no more than the last word of this that begins with zq. ${words.join(between)}`);
}

function rowTwice({ bot, nonce }: StepInputs): readonly Call[] {
  const words = Array.from({ length: wordsOfARow }, (_, at) => nonce(`row ${at}`));
  return twice(bot, `Please repeat all of these words: ${words.join(' ')}`);
}

const twice = (bot: string, message: string): readonly Call[] =>
  (['chat', 'stream'] as const).map((by) => chatCall(by, bot, { message }));

/** Judges only the pages, not the rows of words. */
export function onPages(expectation: (seen: Exchanges) => ReturnType<Expectation>): Expectation {
  return (seen) => expectation(seen.filter((exchange) => wordsPlantedIn(exchange).length === wordsOfAPage));
}
