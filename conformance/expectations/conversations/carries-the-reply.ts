import type { Expectation } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { parsedJson } from '../../reading/parsed-json.ts';
import { streamOf } from '../streams/is-event-stream.ts';
import { repeatsAWord } from './never-mixed.ts';
import { stringsOf } from '../words/said.ts';

/** As many letters as a planted word has. */
const lettersOfAWord = 12;

/**
 * The data of the stream is the reply (4.3): a bot that repeats a word in a chat repeats one in a stream. One that repeats
 * none says nothing of it; and where a stream says enough to hold a word in a layout that assay cannot read (it is not
 * shown), nothing is known of it either.
 */
export const carriesTheReply: Expectation = (seen) => {
  const by = (operation: string) => seen.filter((exchange) => exchange.operation === operation);
  if (!by('chat').some(repeatsAWord))
    return { inconclusive: 'the bot did not repeat what it was asked to repeat; name a bot that does with --bot' };
  const streams = by('stream');
  if (streams.length === 0 || streams.some(repeatsAWord)) return [];
  if (streams.some((stream) => lettersIn(stream) >= lettersOfAWord))
    return {
      inconclusive: 'no word could be read in a stream of this bot: the layout of its data is not known to assay',
    };
  return [
    {
      subject: 'reply',
      expected: 'the word that the bot was asked to repeat, as it did in a chat',
      observed: `none of ${streams.length} streams has it, nor as many letters as it has`,
    },
  ];
};

/** Of all that the data says, what is said again counting once; data that is not JSON is text. */
function lettersIn({ response }: Exchange): number {
  if (response.is !== 'answer') return 0;
  const stream = streamOf(response);
  if ('inconclusive' in stream) return 0;
  const texts = stream.events.flatMap(({ data }) => {
    const value = parsedJson(data);
    return value === undefined ? [data] : stringsOf(value).map(({ text }) => text);
  });
  return [...new Set(texts)].join('').match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}
