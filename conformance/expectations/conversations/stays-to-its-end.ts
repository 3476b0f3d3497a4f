import type { Expectation, Seen } from '../../model/check.ts';
import { isTaken, type Exchange } from '../../model/exchange.ts';
import { repeatsAWord } from './never-mixed.ts';
import { mayBeEdited } from '../words/may-be-edited.ts';
import { wordsPlantedIn } from '../words/remembers.ts';
import { unreadable } from '../words/streams-whole-echoes.ts';

/**
 * A stream that ran while others were left says its last word, as the one behind it does that had nobody beside it: one of
 * the times that it was asked, as a bot may forget a word once. Of those that plant a word, the second is the one by itself.
 */
export const staysToItsEnd: Expectation = (seen) => {
  const { stayed, byItself } = endsIn(seen);
  if (stayed.some(repeatsAWord)) return [];
  if (!stayed.every(isTaken))
    return { inconclusive: 'no stream was answered while others were aborted', isUnspecified: true };
  if (byItself === undefined || !repeatsAWord(byItself))
    return {
      inconclusive: 'the bot did not repeat what it was asked to repeat; name a bot that does with --bot',
      isUnspecified: true,
    };
  if (stayed.some(mayBeEdited)) return unreadable;
  return stayed.slice(-1).map((stream) => ({
    subject: 'reply',
    expected: `the word ${wordsPlantedIn(stream)[0]} at its end, as ${byItself.id} has its own`,
    observed: `${stream.id} ends without it, while other streams beside it were aborted`,
  }));
};

/** True where it is worth asking again. */
export function endsEarly(seen: Seen): boolean {
  const { stayed, byItself } = endsIn(seen);
  return byItself !== undefined && repeatsAWord(byItself) && !stayed.some(repeatsAWord);
}

function endsIn(seen: Seen): { readonly stayed: Seen; readonly byItself: Exchange | undefined } {
  const [first, byItself, ...more] = seen.filter((exchange) => wordsPlantedIn(exchange).length > 0);
  return { stayed: first === undefined ? [] : [first, ...more], byItself };
}
