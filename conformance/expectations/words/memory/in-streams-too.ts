import type { Expectation, Seen } from '../../../model/check.ts';
import { isTaken, type Exchange } from '../../../model/exchange.ts';
import { asPartOf } from '../../on-answer.ts';
import { withoutControls, type Judge } from '../declined/controls.ts';
import { mayBeEdited } from '../may-be-edited.ts';
import { asksIn, knownIn, toldBefore } from '../remembers.ts';

/** What is asked again behind a stream that says only what streams were told: by a chat, in streams, and by a chat once more. */
export const askedAgainFor: readonly ('chat' | 'stream')[] = ['chat', 'stream', 'stream', 'stream', 'chat'];

type By = 'chat' | 'stream';

/** By which operations those words were told that it says. */
function toldByIn(seen: Seen, ask: Exchange): ReadonlySet<string | undefined> {
  return new Set(knownIn(seen, ask).map(({ at }) => seen[at]?.operation));
}

function saysOfStreamsAlone(seen: Seen, ask: Exchange): boolean {
  const by = toldByIn(seen, ask);
  return by.has('stream') && !by.has('chat');
}

const saysOfBoth = (seen: Seen, ask: Exchange): boolean =>
  ['chat', 'stream'].every((by) => toldByIn(seen, ask).has(by));

/** The questions behind words of both kinds. */
function asksBehindBoth(seen: Seen, operation: By): Seen {
  return asksIn(seen).filter((ask) => {
    const told = new Set(toldBefore(seen, ask).map(({ at }) => seen[at]?.operation));
    return ask.operation === operation && isTaken(ask) && told.has('chat') && told.has('stream');
  });
}

/** True as long as every stream says only what streams were told, and every chat all of it. */
export function maySeeStreamsAlone(all: Seen): boolean {
  const seen = withoutControls(all);
  const streams = asksBehindBoth(seen, 'stream');
  return (
    streams.length > 0 &&
    streams.every((ask) => saysOfStreamsAlone(seen, ask) && !mayBeEdited(ask)) &&
    asksBehindBoth(seen, 'chat').every((ask) => saysOfBoth(seen, ask))
  );
}

/**
 * The same without what was asked again for this alone: the bot may look back over fewer turns than that puts between a
 * word and its question.
 */
export function withoutAskedAgain(expectation: Expectation): Expectation {
  return asPartOf(expectation, (seen) => expectation(seen.slice(0, seen.length - askedAgainIn(seen))));
}

/** How many of the last of these were asked again. */
function askedAgainIn(seen: Seen): number {
  const most = askedAgainFor.findLastIndex((_, at) => {
    const from = seen.length - at - 1;
    const isInOrder = seen.slice(from).every(({ operation }, place) => operation === askedAgainFor[place]);
    return from > 0 && isInOrder && maySeeStreamsAlone(seen.slice(0, from));
  });
  return most + 1;
}

/**
 * One conversation has chats and streams (4.3: a stream takes the same request body): where each chat says words of both,
 * each stream does not say those of streams alone. A bot that keeps the newest word says one in chats too.
 */
export const knowsChatsInStreams: Judge = (all) => {
  const seen = withoutControls(all);
  const [chats, streams] = [asksBehindBoth(seen, 'chat'), asksBehindBoth(seen, 'stream')];
  const [chat, stream] = [chats.at(-1), streams.at(-1)];
  if (!maySeeStreamsAlone(all) || chat === undefined || stream === undefined) return [];
  const least = (by: By): number => askedAgainFor.filter((each) => each === by).length;
  if (chats.length < least('chat') || streams.length <= least('stream')) return [];
  const word = knownIn(seen, chat).find(({ at }) => seen[at]?.operation === 'chat')?.word ?? '';
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
