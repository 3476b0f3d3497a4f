import type { Exchanges } from '../../model/check.ts';
import { isAccepted } from '../../model/exchange.ts';
import { repeatsOwnWord } from './never-mixed.ts';
import { mayBeEdited } from '../words/may-be-edited.ts';
import type { Judge } from '../words/declined/controls.ts';
import { wordsPlantedIn } from '../words/remembers.ts';
import { unreadableStream } from '../words/streams-whole-echoes.ts';

/**
 * A stream that ran while others were aborted says its last word, as the streams that ran by themselves afterwards do.
 * It has to in at least one attempt, as a bot may answer something else now and then.
 */
export const staysToItsEnd: Judge = (seen) => {
  const { stayed, byThemselves } = endsIn(seen);
  if (stayed.some(repeatsOwnWord)) return [];
  if (!stayed.every(isAccepted))
    return { inconclusive: 'no stream was answered while others were aborted', isUnspecified: true };
  const [byItself] = byThemselves;
  if (byItself === undefined || !byThemselves.every(repeatsOwnWord))
    return {
      inconclusive: `${byThemselves.some(repeatsOwnWord) ? 'not every' : 'no'} stream by itself said the word that it was asked for; if the bot does not repeat, name one that does with --bot`,
      isUnspecified: true,
    };
  if (stayed.some(mayBeEdited)) return unreadableStream;
  return stayed.slice(-1).map((stream) => ({
    subject: 'reply',
    expected: `the word ${wordsPlantedIn(stream)[0]} at its end, as ${byItself.id} has its own`,
    observed: `the reply to ${stream.id} ends without it, while other streams at the same time were aborted`,
    exchange: stream.id,
    restsOn: [byItself.id],
  }));
};

/** True where the streams that ran beside aborted ones lack their words, so that it is worth asking again. */
export function endsEarly(seen: Exchanges): boolean {
  const { stayed, byThemselves } = endsIn(seen);
  return byThemselves.length > 0 && byThemselves.every(repeatsOwnWord) && !stayed.some(repeatsOwnWord);
}

function endsIn(seen: Exchanges): { readonly stayed: Exchanges; readonly byThemselves: Exchanges } {
  return {
    stayed: seen.filter(({ role }) => role === 'stays'),
    byThemselves: seen.filter(({ role }) => role === 'byItself'),
  };
}
