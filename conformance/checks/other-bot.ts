import { botIdsIn } from '../bodies/bots.ts';
import { botsCall } from '../model/calls.ts';
import { headerOf } from '../model/exchange.ts';
import { placeholders, type StepInputs, type Step } from '../model/probe.ts';

type Given = 'token' | 'otherToken';

/** The bots that the list names for one of the two tokens. */
export function listedFor(which: Given, seen: StepInputs['seen']): readonly string[] {
  return seen
    .filter(({ operation }) => operation === 'bots')
    .filter(({ request }) => headerOf(request.headers, 'authorization') === `Bearer ${placeholders[which]}`)
    .flatMap(botIdsIn);
}

/**
 * Asks for what `otherBotIn` rests on. Bots may belong to workspaces: then the other workspace has a bot of its own,
 * and the list of the first caller shows at which place that of the run is.
 */
export const asksForOtherBot: readonly Step[] = [
  ({ otherBot }) => (otherBot === undefined ? [botsCall({ as: 'otherToken' })] : []),
  ({ otherBot, bot, seen }) => {
    const listed = listedFor('otherToken', seen);
    return otherBot === undefined && listed.length > 1 && !listed.includes(bot) ? [botsCall()] : [];
  },
];

/**
 * The bot that the other token talks to: the one that an option names; otherwise that of the run where the other token
 * lists it too; otherwise the one at the same place in its list. The run may have passed over bots that take no chats,
 * and those at the same places are likely to take none either; to try them would cost credits.
 */
export function otherBotIn({ bot, otherBot, seen }: StepInputs): string {
  const listed = listedFor('otherToken', seen);
  if (otherBot !== undefined || listed.includes(bot)) return otherBot ?? bot;
  const place = listedFor('token', seen).indexOf(bot);
  return listed[place] ?? listed[0] ?? bot;
}
