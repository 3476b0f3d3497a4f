import type { Expectation } from '../../model/check.ts';
import { unlessSessionEnded } from '../../expectations/conversations/endings/ended.ts';
import type { Judge } from '../../expectations/words/declined/controls.ts';
import { anyRecalls, unlessDeclined } from '../../expectations/words/memory/unless-declined.ts';
import { remembersItsWord } from '../../expectations/words/remembers.ts';

/** Inconclusive where the stream shows no id, which is open (4.3): nothing was continued then. */
export const isContinued: Expectation = (seen) =>
  seen.length > 1
    ? []
    : { inconclusive: 'the stream shows no sessionId, neither in its data nor in a header field', isUnspecified: true };
export const remembersBehindAStream: Expectation = (seen, run) =>
  seen.length > 1 ? unlessSessionEnded(unlessDeclined(remembersItsWord, anyRecalls))(seen) : isContinued(seen, run);
/** Another check judges what streams of the session answer to the question. */
export const remembersInChats: Judge = (seen) =>
  remembersItsWord(seen.filter(({ operation }, at) => at === 0 || operation === 'chat'));
