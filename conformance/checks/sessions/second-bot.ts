import { botIdsIn } from '../../bodies/bots.ts';
import { botsCall, chatCall } from '../../model/calls.ts';
import type { Exchange } from '../../model/exchange.ts';
import { repeatAloneIf, type StepInputs, type Probe, type Step } from '../../model/probe.ts';
import { newestSessionId } from '../../expectations/bodies/carries-session-id.ts';
import { isRefusedContinuation } from '../../expectations/conversations/evicted-sessions.ts';
import { secondBotForgets } from '../../expectations/conversations/second-bot.ts';
import { retryCount } from '../../expectations/words/remembers.ts';
import { rememberText, wordQuestion } from '../conversation.ts';

/** An id that needs no escaping in a path. */
const isPlain = (id: string): boolean => encodeURIComponent(id) === id;

/**
 * A listed bot other than that of the run; preferably one whose id every service reads alike. Undefined where there is
 * none.
 */
export function otherListedBot({ bot, seen: [list] }: StepInputs): string | undefined {
  const others = (list === undefined ? [] : botIdsIn(list)).filter((id) => id !== bot);
  return others.find(isPlain) ?? others[0];
}

/** A turn in the session of the second bot, with the bot that `botOf` returns. */
const goesOn =
  (botOf: (known: StepInputs) => string | undefined, message: string): Step =>
  (known) => {
    const bot = botOf(known);
    const sessionId = newestSessionId(known.seen.slice(1));
    return bot === undefined || sessionId === undefined ? [] : [chatCall('chat', bot, { message, sessionId })];
  };

function isOfOneBot({ request }: Exchange, begun: Exchange | undefined): boolean {
  return request.url === begun?.request.url;
}

const ask = goesOn(otherListedBot, wordQuestion);

/**
 * A word planted with a second bot, which is asked for it in its session; then that session with the bot of the run.
 */
export const secondBotSession: Probe = {
  name: 'a second bot in a session of its own',
  needs: ['token', 'bot'],
  costs: { chats: 3 + retryCount, speeches: 0 },
  // Judged without the last turn: the bot of the run may refuse the session of another bot.
  again: repeatAloneIf(
    (seen) => secondBotForgets(seen) || seen.some((turn) => isRefusedContinuation(turn) && isOfOneBot(turn, seen[1])),
  ),
  steps: [
    () => [botsCall()],
    (known) => {
      const bot = otherListedBot(known);
      return bot === undefined ? [] : [chatCall('chat', bot, { message: rememberText(known.nonce('word')) })];
    },
    ask,
    ...Array.from({ length: retryCount }, (): Step => (known) => (secondBotForgets(known.seen) ? ask(known) : [])),
    goesOn(({ bot }) => bot, 'Hello again!'),
  ],
};
