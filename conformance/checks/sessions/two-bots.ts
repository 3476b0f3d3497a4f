import { botIdsIn } from '../../bodies/bots.ts';
import { botsCall, chatCall } from '../../model/calls.ts';
import type { Call, Known, Probe, Step } from '../../model/probe.ts';
import { newestSessionId } from '../../expectations/bodies/carries-session-id.ts';
import { forgetsBesideAnother } from '../../expectations/conversations/two-bots.ts';
import { asksToRemember, question } from '../conversation.ts';

/** An id that stands in a path as it is. */
const isPlain = (id: string): boolean => encodeURIComponent(id) === id;

/** The bot of the run, and another one that the list has, where it has one. */
function botsOf({ bot, seen: [list] }: Known): readonly string[] {
  const other = (list === undefined ? [] : botIdsIn(list)).find((id) => id !== bot && isPlain(id));
  return other === undefined ? [] : [bot, other];
}

const tells =
  (at: 0 | 1): Step =>
  (known) => {
    const bot = botsOf(known)[at];
    return bot === undefined
      ? []
      : [chatCall('chat', bot, { message: asksToRemember(known.nonce(`word of bot ${at}`)) })];
  };

/** In the session of the first turn with the bot at `of`, with the bot at `at`. */
function goesOn(known: Known, at: 0 | 1, of: 0 | 1, message: string): readonly Call[] {
  const bot = botsOf(known)[at];
  const begun = known.seen[1 + of];
  const sessionId = newestSessionId(known.seen.filter(({ request }) => request.url === begun?.request.url));
  return bot === undefined || sessionId === undefined ? [] : [chatCall('chat', bot, { message, sessionId })];
}

const asks =
  (at: 0 | 1): Step =>
  (known) =>
    goesOn(known, at, at, question);

/** A word told to each of two bots, one after the other, each asked for in its session, and the one's session with the other. */
export const twoBots: Probe = {
  name: 'two bots, each in a session of its own',
  needs: ['token', 'bot'],
  costs: { chats: 7, speeches: 0 },
  steps: [
    () => [botsCall()],
    tells(0),
    tells(1),
    asks(0),
    asks(1),
    (known) => goesOn(known, 0, 1, 'Hello again!'),
    ...Array.from({ length: 2 }, (): Step => (known) => (forgetsBesideAnother(known.seen, 1) ? asks(1)(known) : [])),
  ],
};
