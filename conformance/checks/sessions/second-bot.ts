import { botIdsIn } from '../../bodies/bots.ts';
import { botsCall, chatCall } from '../../model/calls.ts';
import type { Exchange } from '../../model/exchange.ts';
import { byItselfIf, type Known, type Probe, type Step } from '../../model/probe.ts';
import { newestSessionId } from '../../expectations/bodies/carries-session-id.ts';
import { isRefusedTurn } from '../../expectations/conversations/crowded-out.ts';
import { forgets } from '../../expectations/conversations/second-bot.ts';
import { timesAgain } from '../../expectations/words/remembers.ts';
import { asksToRemember, question } from '../conversation.ts';

/** An id that needs no escaping in a path. */
const isPlain = (id: string): boolean => encodeURIComponent(id) === id;

/**
 * A listed bot other than that of the run; preferably one whose id every service reads alike. Undefined where there is
 * none.
 */
export function secondOf({ bot, seen: [list] }: Known): string | undefined {
  const others = (list === undefined ? [] : botIdsIn(list)).filter((id) => id !== bot);
  return others.find(isPlain) ?? others[0];
}

/** A turn in the session of the second bot, with the bot that `botOf` returns. */
const goesOn =
  (botOf: (known: Known) => string | undefined, message: string): Step =>
  (known) => {
    const bot = botOf(known);
    const sessionId = newestSessionId(known.seen.slice(1));
    return bot === undefined || sessionId === undefined ? [] : [chatCall('chat', bot, { message, sessionId })];
  };

function isOfOneBot({ request }: Exchange, begun: Exchange | undefined): boolean {
  return request.url === begun?.request.url;
}

const ask = goesOn(secondOf, question);

/**
 * A word planted with a second bot, which is asked for it in its session; then that session with the bot of the run.
 */
export const secondBot: Probe = {
  name: 'a second bot in a session of its own',
  needs: ['token', 'bot'],
  costs: { chats: 3 + timesAgain, speeches: 0 },
  // Judged without the last turn: the bot of the run may refuse the session of another bot.
  again: byItselfIf((seen) => forgets(seen) || seen.some((turn) => isRefusedTurn(turn) && isOfOneBot(turn, seen[1]))),
  steps: [
    () => [botsCall()],
    (known) => {
      const bot = secondOf(known);
      return bot === undefined ? [] : [chatCall('chat', bot, { message: asksToRemember(known.nonce('word')) })];
    },
    ask,
    ...Array.from({ length: timesAgain }, (): Step => (known) => (forgets(known.seen) ? ask(known) : [])),
    goesOn(({ bot }) => bot, 'Hello again!'),
  ],
};
