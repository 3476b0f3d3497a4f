import { botIdsIn } from '../../bodies/bots.ts';
import { pathSegment } from '../../contract/path-segment.ts';
import { endpoints } from '../../contract/limits.ts';
import type { Expectation, Exchanges } from '../../model/check.ts';
import { isAccepted, type Exchange } from '../../model/exchange.ts';
import { endOfExchange, startOf } from '../../model/moment.ts';
import { callerOf, anonymousCaller } from '../caller.ts';

/**
 * A client finds a bot ID with GET /v1/bots (1, 4.1): no list is empty while a bot that an earlier one named to the same
 * caller still answers to him. That a list has fewer bots than before is left open, and so is one that never had any.
 */
export const keepsListingBots: Expectation = (seen) => {
  const lists = seen.filter(isPlainList);
  const named = lists.filter((list) => botIdsIn(list).length > 0);
  if (named.length === 0) return { inconclusive: 'no list of bots has any bot in it', isUnspecified: true };
  const pairs = named.flatMap((earlier) => lists.filter(isLaterOf(earlier)).map((later) => ({ earlier, later })));
  if (pairs.length === 0) return { inconclusive: 'nobody was listed the bots twice' };
  const [wrong] = pairs.flatMap((pair) => {
    const chat = botIdsIn(pair.later).length > 0 ? undefined : answeredBehind(pair, seen);
    return chat === undefined ? [] : [{ ...pair, chat }];
  });
  if (wrong === undefined) return [];
  const { earlier, later, chat } = wrong;
  return [
    {
      subject: 'list of bots',
      expected: `a bot, as ${earlier.id} names ${botIdsIn(earlier).length} to the same caller, and one of them answers ${chat.id}`,
      observed: 'no bot',
      exchange: later.id,
      restsOn: [earlier.id, chat.id],
    },
  ];
};

/** A query may be a filter. */
function isPlainList({ operation, request }: Exchange): boolean {
  return operation === 'bots' && request.url.endsWith(endpoints.bots.path);
}

function isLaterOf(earlier: Exchange): (list: Exchange) => boolean {
  const caller = callerOf(earlier);
  return (list) =>
    caller !== undefined &&
    caller !== anonymousCaller &&
    callerOf(list) === caller &&
    startOf(list) >= endOfExchange(earlier);
}

/** What a bot of the earlier list answered once the later one had come. */
function answeredBehind(
  { earlier, later }: Readonly<Record<'earlier' | 'later', Exchange>>,
  seen: Exchanges,
): Exchange | undefined {
  const paths = botIdsIn(earlier).map((bot) => `/${pathSegment(bot.toWellFormed())}/chat`);
  return seen.find(
    (each) =>
      each.operation === 'chat' &&
      isAccepted(each) &&
      callerOf(each) === callerOf(later) &&
      startOf(each) >= endOfExchange(later) &&
      paths.some((path) => each.request.url.endsWith(path)),
  );
}
