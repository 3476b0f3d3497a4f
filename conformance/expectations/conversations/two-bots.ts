import type { Expectation, Seen } from '../../model/check.ts';
import { isTaken, type Exchange } from '../../model/exchange.ts';
import { timesAgain, wordsPlantedIn } from '../words/remembers.ts';
import { says } from '../words/said.ts';

/**
 * What a word was told to each of two bots: `told` to this one, `asked` of it in the same session. The exchanges are the
 * list, a word to each, the question to each, and the session of the second with the first.
 */
function turnsOf(seen: Seen, at: 0 | 1): { readonly told: Exchange | undefined; readonly asked: Seen } {
  const told = seen.filter((exchange) => wordsPlantedIn(exchange).length > 0)[at];
  const isWith = (exchange: Exchange): boolean => exchange.request.url === told?.request.url;
  // The second bot's session with the first says hello, and asks for nothing.
  const asked = seen.filter((each) => isWith(each) && Buffer.from(each.request.body).includes('Which words'));
  return { told, asked };
}

const alone = { inconclusive: 'there is no second bot in the list to talk to', isUnspecified: true } as const;

/** True where a bot that could say its word did not. */
export function forgetsBesideAnother(seen: Seen, at: 0 | 1): boolean {
  const { told, asked } = turnsOf(seen, at);
  const [word = ''] = told === undefined ? [] : wordsPlantedIn(told);
  return asked.length > 0 && asked.every(isTaken) && !asked.some((exchange) => says(exchange, word));
}

/** The sessionId of the second bot is accepted by it, if the bot takes chats at all. */
export const acceptsIdOfSecond: Expectation = (seen) => {
  const { told, asked } = turnsOf(seen, 1);
  if (told === undefined || asked.length === 0) return alone;
  if (!isTaken(told)) return { inconclusive: 'the second bot did not accept a chat', isUnspecified: true };
  return asked.flatMap((exchange) =>
    exchange.response.is !== 'answer' || isTaken(exchange)
      ? []
      : [
          {
            subject: 'status of the turn with the second bot',
            expected: 'success, any 2xx',
            observed: `status ${exchange.response.status}`,
            exchange: exchange.id,
          },
        ],
  );
};

/** The first bot knows its word though the second was talked to meanwhile: another check showed that it remembers. */
export const remembersBesideAnother: Expectation = (seen) => {
  const { told, asked } = turnsOf(seen, 0);
  if (turnsOf(seen, 1).told === undefined || told === undefined || asked.length === 0) return alone;
  if (!forgetsBesideAnother(seen, 0)) return [];
  return [forgotten(told, asked, 'as it does where no other bot is talked to')];
};

/**
 * The second bot knows its word as the first knows its own. It may be one that repeats nothing, which says nothing; one that
 * repeats a word in the turn that tells it, and never later, does not continue its conversations.
 */
export const secondRemembersToo: Expectation = (seen) => {
  const { told, asked } = turnsOf(seen, 1);
  if (told === undefined || asked.length === 0) return alone;
  if (!forgetsBesideAnother(seen, 1)) return [];
  const [word = ''] = wordsPlantedIn(told);
  if (!says(told, word) || asked.length <= timesAgain)
    return { inconclusive: 'the second bot repeats nothing, and may be one without a memory', isUnspecified: true };
  return [forgotten(told, asked, 'as the first bot knew its own')];
};

function forgotten(told: Exchange, asked: Seen, as: string) {
  const last = asked.at(-1) ?? told;
  const expected = `the word ${wordsPlantedIn(told)[0] ?? ''}, told in ${told.id}, ${as}`;
  return { subject: 'memory', expected, observed: `${last.id} without it`, exchange: last.id };
}
