import { streamOmitsSomething } from '../../expectations/conversations/leaves-nothing-out.ts';
import { losesCharacters } from '../../expectations/words/loses-no-character.ts';
import { retryCount } from '../../expectations/words/remembers.ts';
import { repliesAsMisread } from '../../expectations/words/says-as-sent.ts';
import { everyStreamLosesWords } from '../../expectations/words/streams-every-word.ts';
import { chatCall } from '../../model/calls.ts';
import type { Call, StepInputs, Probe } from '../../model/probe.ts';
import { chatAndStream } from './chat-and-stream.ts';
import { repeatRequest } from './probes.ts';

/** Texts that a bot is asked to repeat as a whole, in a chat and in a stream. */

// Some libraries end a line at U+2028, though event streams do not. The two rows of emoji stand an odd number of UTF-16
// units apart: text that is cut into pieces of up to 16 units is cut within an emoji in one of the rows.
const letters = 'é ü ñ –\u2028“quoted” – 漢字仮名 – 👩‍👩‍👧 – שלום – 😀😀😀😀😀😀😀😀–😀😀😀😀😀😀😀😀';

/**
 * Letters of one to four bytes between two words: a server that cuts or re-encodes text by bytes breaks one of them.
 * The stream is compared with the chat before it.
 */
export const manyLetters = chatAndStream(
  'chat and stream of many letters',
  (nonce) => repeatRequest(letters, nonce),
  (seen) => losesCharacters(seen) || streamOmitsSomething(seen) || repliesAsMisread(seen),
);

/**
 * Of different lengths, so that pieces of a fixed size cut the words behind them at different letters; no other stream
 * of a run has the same length modulo eight.
 */
const options = ['Please repeat: ', 'Please repeat my next words: ', 'Please say these words to me again: '];
/** More text than a single piece holds, and shorter than the likely limits of services. */
const wordsInARow = 11;

/**
 * The same wordings as chats and as streams, a chat that asks for no words, and a chat of two lines. Where each stream
 * lacks something that its chat has, two more of each are sent: a bot may be briefer now and then.
 */
export const wordsInARowTwice: Probe = {
  name: 'many words as chats and as streams',
  needs: ['token', 'bot'],
  costs: { chats: 2 * options.length + 2 + 2 * retryCount, speeches: 0 },
  steps: [
    ({ bot, nonce }) => [
      chatCall('chat', bot, { message: 'What is the usual colour of a lighthouse?' }),
      chatCall('chat', bot, { message: `Please repeat: ${nonce('one')}\n${nonce('two')} ${nonce('three')}` }),
      ...options.flatMap((option, at) => asBoth({ bot, nonce }, option, at)),
    ],
    ({ bot, nonce, seen }) =>
      everyStreamLosesWords(seen)
        ? options.slice(0, retryCount).flatMap((option, at) => asBoth({ bot, nonce }, option, options.length + at))
        : [],
  ],
};

function asBoth({ bot, nonce }: Pick<StepInputs, 'bot' | 'nonce'>, option: string, at: number): readonly Call[] {
  const words = Array.from({ length: wordsInARow }, (_, place) => nonce(`${at} ${place}`));
  return (['chat', 'stream'] as const).map((by) => chatCall(by, bot, { message: `${option}${words.join(' ')}` }));
}
