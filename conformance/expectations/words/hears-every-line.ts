import type { Expectation } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { wordsPlantedIn } from './remembers.ts';
import { saysWord } from './said.ts';
import { requestsEchoedVerbatim } from './streams-whole-echoes.ts';

/**
 * Least number of words after the first line of a message: a single missing word does not show that a whole line is
 * lost.
 */
const fewestWords = 2;

/**
 * A bot that repeats every message of one line to the letter also says words after the first line of a longer message.
 * Where it always says all of the first line and nothing after it, the rest never reached the bot (2.2: message is the
 * user's message text).
 */
export const hearsEveryLine: Expectation = (all) => {
  const seen = requestsEchoedVerbatim(all);
  if (seen === undefined)
    return {
      inconclusive: 'the bot does not repeat each message in chats; name a bot that does with --bot',
      isUnspecified: true,
    };
  const told = seen.filter(({ operation }) => operation === 'chat').map(linesOf);
  const several = told.filter(({ first, later }) => first.length > 0 && later.length >= fewestWords);
  if (several.length === 0) return { inconclusive: 'no message of several lines was answered', isUnspecified: true };
  const deaf = several.filter(({ chat, first, later }) => {
    const isSaid = (word: string): boolean => saysWord(chat, word);
    return first.every(isSaid) && !later.some(isSaid);
  });
  if (deaf.length < several.length) return [];
  return deaf.slice(0, 1).map(({ chat, later }) => ({
    subject: `reply in ${chat.id}`,
    kind: { subject: 'reply' },
    expected: 'words of each line of the message, as the bot says all words of messages of one line',
    observed: `its first line only, without ${later.slice(0, 3).join(', ')}`,
    exchange: chat.id,
  }));
};

type Lines = { readonly chat: Exchange; readonly first: readonly string[]; readonly later: readonly string[] };

/**
 * Splits the planted words of a message into those of its first line and those after it. In a JSON body a line end is
 * an escape.
 */
function linesOf(chat: Exchange): Lines {
  const body = Buffer.from(chat.request.body).toString('utf8');
  const end = body.search(/\\[nr]/);
  const words = wordsPlantedIn(chat);
  const isFirst = (word: string): boolean => end < 0 || body.indexOf(word) < end;
  return { chat, first: words.filter(isFirst), later: words.filter((word) => !isFirst(word)) };
}
