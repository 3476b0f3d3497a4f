import type { Expectation, Exchanges } from '../../../model/check.ts';
import { isAccepted, type Exchange } from '../../../model/exchange.ts';
import { wrapExpectation } from '../../on-answer.ts';
import { withoutControls, type Judge } from '../declined/controls.ts';
import { mayBeEdited } from '../may-be-edited.ts';
import { questionsIn, wordsRecalledIn, wordsPlantedBefore } from '../remembers.ts';

/** The operations that ask again after a stream that says only words that streams were told. */
export const operationsAskedAgain: readonly ('chat' | 'stream')[] = ['chat', 'stream', 'stream', 'stream', 'chat'];

type ChatOperation = 'chat' | 'stream';

/** The operations that told the words that the answer says. */
function toldByIn(seen: Exchanges, ask: Exchange): ReadonlySet<string | undefined> {
  return new Set(wordsRecalledIn(seen, ask).map(({ at }) => seen[at]?.operation));
}

function saysOfStreamsAlone(seen: Exchanges, ask: Exchange): boolean {
  const by = toldByIn(seen, ask);
  return by.has('stream') && !by.has('chat');
}

const saysOfBoth = (seen: Exchanges, ask: Exchange): boolean =>
  ['chat', 'stream'].every((by) => toldByIn(seen, ask).has(by));

/** The accepted questions by this operation that come after words told in chats and words told in streams. */
function asksBehindBoth(seen: Exchanges, operation: ChatOperation): Exchanges {
  return questionsIn(seen).filter((ask) => {
    const told = new Set(wordsPlantedBefore(seen, ask).map(({ at }) => seen[at]?.operation));
    return ask.operation === operation && isAccepted(ask) && told.has('chat') && told.has('stream');
  });
}

/** True as long as every stream says only words that streams were told, and every chat says words of both kinds. */
export function mayRecallStreamsOnly(all: Exchanges): boolean {
  const seen = withoutControls(all);
  const streams = asksBehindBoth(seen, 'stream');
  return (
    streams.length > 0 &&
    streams.every((ask) => saysOfStreamsAlone(seen, ask) && !mayBeEdited(ask)) &&
    asksBehindBoth(seen, 'chat').every((ask) => saysOfBoth(seen, ask))
  );
}

/**
 * The expectation without the questions that were asked again for this alone: they put more turns between a word and
 * its question than the bot may look back.
 */
export function withoutRepeatedQuestions(expectation: Expectation): Expectation {
  return wrapExpectation(expectation, (seen) => expectation(seen.slice(0, seen.length - askedAgainIn(seen))));
}

/** Number of exchanges at the end that ask again for this. */
function askedAgainIn(seen: Exchanges): number {
  const most = operationsAskedAgain.findLastIndex((_, at) => {
    const from = seen.length - at - 1;
    const isInOrder = seen.slice(from).every(({ operation }, place) => operation === operationsAskedAgain[place]);
    return from > 0 && isInOrder && mayRecallStreamsOnly(seen.slice(0, from));
  });
  return most + 1;
}

/**
 * A conversation consists of chats and streams alike (4.3: a stream takes the same request body). Where each chat says
 * words told in chats and in streams, not every stream says only words that streams were told. A bot that keeps only
 * the newest word says only one word in chats too.
 */
export const recallsChatsInStreams: Judge = (all) => {
  const seen = withoutControls(all);
  const [chats, streams] = [asksBehindBoth(seen, 'chat'), asksBehindBoth(seen, 'stream')];
  const [chat, stream] = [chats.at(-1), streams.at(-1)];
  if (!mayRecallStreamsOnly(all) || chat === undefined || stream === undefined) return [];
  const least = (by: ChatOperation): number => operationsAskedAgain.filter((each) => each === by).length;
  if (chats.length < least('chat') || streams.length <= least('stream')) return [];
  const word = wordsRecalledIn(seen, chat).find(({ at }) => seen[at]?.operation === 'chat')?.word ?? '';
  return [
    {
      subject: 'memory',
      expected: `the word ${word}, told in a chat, as ${chat.id} says it and a word that a stream was told`,
      observed: `only words that streams were told, in each of ${streams.length} streams`,
      exchange: stream.id,
      restsOn: [chat.id],
    },
  ];
};
