import type { Expectation, Exchanges } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { messageText } from '../words/declined/may-have-declined.ts';
import { mayBeEdited } from '../words/may-be-edited.ts';
import { retryCount, wordsPlantedIn } from '../words/remembers.ts';
import { answerTexts } from '../words/said.ts';
import { pairChatsWithStreams, countOtherLetters, countLetters, readingsOf } from '../words/stream-readings.ts';
import { tailOf } from '../../reading/whole-letters.ts';
import { findOmissions, type Omission } from '../words/texts/left-out.ts';

/**
 * A stream that says the message as its chat does, except for stretches with letters beyond ASCII, has lost these: a
 * piece that was cut within a letter is no text, and some serialisers write nothing for it (4.3). Fails only where
 * every stream lost some, as a bot may leave something out now and then. A bot that says something else in streams is
 * not judged.
 */
export const streamsOmitNothing: Expectation = (seen) => {
  const pairs = pairsIn(seen);
  const last = pairs.at(-1);
  const [first] = last?.left ?? [];
  if (last === undefined || first === undefined || pairs.length <= retryCount) return [];
  if (!pairs.every(({ left }) => left.length > 0)) return [];
  const before = JSON.stringify(`…${tailOf(first.before, shownBefore)}`);
  return [
    {
      subject: 'reply',
      expected: `the reply, as in ${last.chat.id}`,
      observed: `all but ${JSON.stringify(first.stretch)} after ${before}, and the like in each of ${pairs.length} streams`,
      exchange: last.stream.id,
      restsOn: [last.chat.id],
    },
  ];
};

/** True where the newest stream left something out, so that it is worth asking again. */
export function streamOmitsSomething(seen: Exchanges): boolean {
  return (pairsIn(seen).at(-1)?.left ?? []).length > 0;
}

const shownBefore = 20;

type Pair = { readonly chat: Exchange; readonly stream: Exchange; readonly left: readonly Omission[] };

/** The pairs with a message beyond ASCII. `left` is empty where chat and stream cannot be compared. */
function pairsIn(seen: Exchanges): readonly Pair[] {
  return pairChatsWithStreams(seen)
    .filter(({ chat }) => /[^\0-\x7f]/.test(messageText(chat)))
    .map(({ chat, stream }) => ({ chat, stream, left: leftOutBy(stream, chat) }));
}

function leftOutBy(stream: Exchange, chat: Exchange): readonly Omission[] {
  if (mayBeEdited(stream)) return [];
  const readings = readingsOf(stream).map((text) => text.normalize());
  const left = repeatedBy(chat).flatMap((whole) =>
    readings.flatMap((text) => {
      const stretches = findOmissions(whole, text);
      return stretches === undefined ? [] : [{ whole, stretches }];
    }),
  );
  const [least] = left.toSorted((one, other) => one.stretches.length - other.stretches.length);
  if (least === undefined) return [];
  const letters = countLetters(least.stretches.map(({ stretch }) => stretch).join(''));
  // The missing letters may stand in a field of their own.
  return countOtherLetters(stream, least.whole.slice(0, sharedLetters)) < letters ? least.stretches : [];
}

const sharedLetters = 4;

/**
 * The texts of a chat that its stream may say too: the message, or its line from the first planted word to the last, if
 * the chat says it to the letter, and before it the shortest reply that contains it, since text around the line may be
 * lost with the ends of the line.
 */
function repeatedBy(chat: Exchange): readonly string[] {
  const message = messageText(chat).normalize();
  const words = wordsPlantedIn(chat);
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const line = message.slice(message.indexOf(first), message.lastIndexOf(last) + last.length);
  const said = answerTexts(chat).map((text) => text.normalize());
  const repeated = [message, line].find((text) => text !== '' && said.some((each) => each.includes(text)));
  if (repeated === undefined) return [];
  const replies = said.filter((text) => text.includes(repeated));
  return [...replies.toSorted((one, other) => one.length - other.length).slice(0, 1), repeated];
}
