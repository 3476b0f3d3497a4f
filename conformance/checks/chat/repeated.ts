import { leavesSomethingOut } from '../../expectations/conversations/leaves-nothing-out.ts';
import { losesCharacters } from '../../expectations/words/loses-no-character.ts';
import { timesAgain } from '../../expectations/words/remembers.ts';
import { changesMarks } from '../../expectations/words/says-as-sent.ts';
import { losesInEachStream } from '../../expectations/words/streams-every-word.ts';
import { chatCall } from '../../model/calls.ts';
import type { Call, Known, Probe } from '../../model/probe.ts';
import { chatAndStream } from './chat-and-stream.ts';
import { repeatPlease } from './probes.ts';

/** What a bot is asked to repeat as a whole, in a chat and in a stream. */

// Some libraries end a line at U+2028, and no reader of event streams does. Of emoji there are two rows an odd number of
// units apart: whoever cuts a text into pieces of up to 16 units (UTF-16) breaks one in one of them.
const letters = 'é ü ñ –\u2028“quoted” – 漢字仮名 – 👩‍👩‍👧 – שלום – 😀😀😀😀😀😀😀😀–😀😀😀😀😀😀😀😀';

/**
 * Letters of one to four bytes between two words: a server that cuts or re-codes its text by the byte breaks one of them.
 * The stream is compared with the chat before it.
 */
export const manyLetters = chatAndStream(
  'chat and stream of many letters',
  (nonce) => repeatPlease(letters, nonce),
  (seen) => losesCharacters(seen) || leavesSomethingOut(seen) || changesMarks(seen),
);

/**
 * Of several lengths, so that pieces of one size are cut at other letters of the words behind them; no other stream of a run
 * is as long as these, counted by eights.
 */
const options = ['Please repeat: ', 'Please repeat my next words: ', 'Please say these words to me again: '];
/** More than one piece by far, and shorter than any limit of a service is likely to be. */
const wordsInARow = 11;

/**
 * The same options as chats and as streams, a chat that asks for nothing, and one of two lines. Where no stream has all that
 * its chat has, two more of each: a bot may be briefer now and then.
 */
export const wordsInARowTwice: Probe = {
  name: 'many words as chats and as streams',
  needs: ['token', 'bot'],
  costs: { chats: 2 * options.length + 2 + 2 * timesAgain, speeches: 0 },
  steps: [
    ({ bot, nonce }) => [
      chatCall('chat', bot, { message: 'What is the usual colour of a lighthouse?' }),
      chatCall('chat', bot, { message: `Please repeat: ${nonce('one')}\n${nonce('two')} ${nonce('three')}` }),
      ...options.flatMap((option, at) => asBoth({ bot, nonce }, option, at)),
    ],
    ({ bot, nonce, seen }) =>
      losesInEachStream(seen)
        ? options.slice(0, timesAgain).flatMap((option, at) => asBoth({ bot, nonce }, option, options.length + at))
        : [],
  ],
};

function asBoth({ bot, nonce }: Pick<Known, 'bot' | 'nonce'>, option: string, at: number): readonly Call[] {
  const words = Array.from({ length: wordsInARow }, (_, place) => nonce(`${at} ${place}`));
  return (['chat', 'stream'] as const).map((by) => chatCall(by, bot, { message: `${option}${words.join(' ')}` }));
}
