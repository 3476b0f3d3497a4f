import type { Expectation } from '../../model/check.ts';
import { unlessItEnded } from '../../expectations/conversations/endings/ended.ts';
import type { Judge } from '../../expectations/words/declined/controls.ts';
import { inSome, unlessDeclined } from '../../expectations/words/memory/unless-declined.ts';
import { remembersItsWord } from '../../expectations/words/remembers.ts';

/** Whether a stream shows an id is left open (4.3): where none does, nothing was continued. */
export const isContinued: Expectation = (seen) =>
  seen.length > 1 ? [] : { inconclusive: 'no sessionId is in the data of the stream', isUnspecified: true };
export const remembersBehindAStream: Expectation = (seen, run) =>
  seen.length > 1 ? unlessItEnded(unlessDeclined(remembersItsWord, inSome))(seen) : isContinued(seen, run);
/** What the streams of a session answer to the question is for another check. */
export const remembersInChats: Judge = (seen) =>
  remembersItsWord(seen.filter(({ operation }, at) => at === 0 || operation === 'chat'));
