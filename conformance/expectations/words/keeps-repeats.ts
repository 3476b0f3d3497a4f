import type { Expectation, Exchanges } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { answerTexts } from './said.ts';
import { mayBeEdited } from './may-be-edited.ts';
import { pairChatsWithStreams, noRepetitionShown, notReadInStreams } from './stream-readings.ts';
import { nonceSource } from '../../model/nonce.ts';

/**
 * The word that the message has `repeatCount` times in a row, right before the last word that the bot is to repeat.
 */
export const repeatedWord = 'na';
export const repeatCount = 4;

/**
 * Judges a chat and then a stream with the same message, once or, where that went wrong, several times. Where each chat
 * says the repeated word as often as it was asked to, at least one stream does too. A service that drops a piece
 * because it equals the piece before loses a part of the reply (4.3). What the bot says is up to the bot, and may
 * differ once.
 */
export const keepsRepeats: Expectation = (seen) => {
  const pairs = pairsIn(seen);
  const last = pairs.at(-1);
  if (last === undefined) return { inconclusive: 'one of the two requests was not answered' };
  if (pairs.some(({ inChat, inStream }) => inChat === repeatCount && inStream === repeatCount)) return [];
  if (!pairs.every(({ inChat }) => inChat === repeatCount)) return noRepetitionShown;
  if (!pairs.every(isLost)) return notReadInStreams;
  const times = last.inStream === 1 ? 'once' : `${last.inStream} times`;
  const observed = `${times} in ${pairs.length === 1 ? 'the stream' : `each of ${pairs.length} streams`}`;
  const expected = `${JSON.stringify(repeatedWord)} ${repeatCount} times in a row, as in the chat`;
  return [{ subject: 'reply', expected, observed }];
};

/** True where the newest stream says the word less often than its chat, so that it is worth asking again. */
export function losesRepeats(seen: Exchanges): boolean {
  const last = pairsIn(seen).at(-1);
  return last !== undefined && isLost(last);
}

type Pair = { readonly inChat: number | undefined; readonly inStream: number | undefined };

const isLost = ({ inChat, inStream = repeatCount }: Pair): boolean => inChat === repeatCount && inStream < repeatCount;

function pairsIn(seen: Exchanges): readonly Pair[] {
  return pairChatsWithStreams(seen).map(({ chat, stream }) => {
    const times = timesIn(stream);
    const isKnown = times === repeatCount || !mayBeEdited(stream);
    return { inChat: timesIn(chat), inStream: isKnown ? times : undefined };
  });
}

/**
 * Allows far more repetitions than asked for, but bounds them: without a bound the search would read an endless row to
 * its end again from each of its words.
 */
const inARow = new RegExp(`\\b(?:${repeatedWord}\\s{1,20}){1,20}(?=${nonceSource}\\b)`, 'gi');

/**
 * How often the word stands in a row before a planted word, in the text that has it most often. Undefined where no text
 * has such a row.
 */
function timesIn(exchange: Exchange): number | undefined {
  const rows = answerTexts(exchange).flatMap((text) => text.match(inARow) ?? []);
  const counts = rows.map((row) => row.trim().split(/\s+/).length);
  return counts.length === 0 ? undefined : counts.reduce((one, other) => Math.max(one, other));
}
