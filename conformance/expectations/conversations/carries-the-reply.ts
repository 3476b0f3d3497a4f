import type { Expectation } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { parsedJson } from '../../reading/parsed-json.ts';
import { sessionIdIn } from '../bodies/carries-session-id.ts';
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
    return {
      inconclusive: 'the bot did not repeat what it was asked to repeat; name a bot that does with --bot',
      isUnspecified: true,
    };
  const streams = by('stream');
  if (streams.length === 0 || streams.some(repeatsAWord)) return [];
  if (ownTextsOf(streams).some((texts) => lettersIn(texts) >= lettersOfAWord))
    return {
      inconclusive: 'no word could be read in a stream of this bot: the layout of its data is not known to assay',
      isUnspecified: true,
    };
  return [
    {
      subject: 'reply',
      expected: 'the word that the bot was asked to repeat, as it did in a chat',
      observed: `none of ${streams.length} streams has it, nor as many letters of its own as it has`,
    },
  ];
};

/** What each of them says besides its sessionId. What all of them say alike, each asked for other words, is no reply. */
function ownTextsOf(streams: readonly Exchange[]): readonly ReadonlySet<string>[] {
  const all = streams.map((stream) => {
    const id = sessionIdIn(stream);
    return new Set(textsIn(stream).filter((text) => text !== id));
  });
  const isInAll = (text: string): boolean => all.length > 1 && all.every((texts) => texts.has(text));
  return all.map((texts) => new Set([...texts].filter((text) => !isInAll(text))));
}

/** All that the data says; data that is not JSON is text. */
function textsIn({ response }: Exchange): readonly string[] {
  if (response.is !== 'answer') return [];
  const stream = streamOf(response);
  if ('inconclusive' in stream) return [];
  return stream.events.flatMap(({ data }) => {
    const value = parsedJson(data);
    return value === undefined ? [data] : stringsOf(value).map(({ text }) => text);
  });
}

const lettersIn = (texts: ReadonlySet<string>): number => [...texts].join('').match(/[\p{L}\p{N}]/gu)?.length ?? 0;
