import { ofOne } from '../../model/mismatch.ts';
import { isMet, type Expectation, type Mismatch } from '../../model/check.ts';
import { isSuccessStatus, type Exchange } from '../../model/exchange.ts';
import { hasErrorEnvelope } from './has-error-envelope.ts';
import { shown } from '../shown-answer.ts';

/** What a service says of a bot that it knows and does not let this caller talk to now: a draft, one that is paused. */
const notThisOne = [403, 409, 423];

/**
 * The chat paths know the ids of the list (2.1, 4.1). `seen` is the list, then a chat with each of some of its bots. That
 * the bot of all other checks can be talked to is their word; of the others one may be refused for what it is.
 */
export const listedBotsCanChat: Expectation = async ([list, ...chats]) => {
  if (list?.response.is !== 'answer' || !isSuccessStatus(list.response.status)) {
    // Whom the list lets in is not shown (5.5, 5.6).
    const isKeptOut = list?.response.is === 'answer' && [401, 403].includes(list.response.status);
    return {
      inconclusive: 'there is no list of bots to take ids from',
      ...(isKeptOut ? ({ isUnspecified: true } as const) : {}),
    };
  }
  if (chats.length === 0) return { inconclusive: 'no bot of this kind is listed', isUnspecified: true };
  const each = await Promise.all(chats.map(mismatchOf));
  return each.flat();
};

async function mismatchOf(exchange: Exchange): Promise<readonly Mismatch[]> {
  const { id, response } = exchange;
  if (response.is !== 'answer' || isSuccessStatus(response.status)) return [];
  if (notThisOne.includes(response.status) && isMet(await hasErrorEnvelope([exchange]))) return [];
  const expected = 'success, any 2xx, or a refusal of this bot: 403, 409 or 423 with the error object';
  return [ofOne({ subject: 'status', expected, observed: shown(response) }, id)];
}

/**
 * The same of the other token. `seen` is the list for nobody, the one for that token, and its chats. A list that nobody
 * needs a token for is for no token in particular, and a token that no chat takes finds no bot.
 */
export const othersListedBotsCanChat: Expectation = ([anonymous, ...seen]) => {
  const isPublic = anonymous?.response.is === 'answer' && isSuccessStatus(anonymous.response.status);
  if (isPublic) return { inconclusive: 'the list of bots needs no token', isUnspecified: true };
  const isKeptOut = seen.slice(1).some(({ response }) => response.is === 'answer' && response.status === 401);
  return isKeptOut ? { inconclusive: 'no chat accepts the other token' } : listedBotsCanChat(seen);
};
