import { isMet, type Expectation, type Mismatch } from '../core/check.ts';
import { isSuccessStatus, type Exchange } from '../core/exchange.ts';
import { hasErrorEnvelope } from './has-error-envelope.ts';
import { shown } from './on-answer.ts';

/** What a service says of a bot that it knows and does not let this caller talk to now: a draft, one that is paused. */
const notThisOne = [403, 409, 423];

/**
 * The chat paths know the ids of the list (2.1, 4.1). `seen` is the list, then a chat with each of some of its bots. That
 * the bot of all other checks can be talked to is their word; of the others one may be refused for what it is.
 */
export const listedBotsCanChat: Expectation = async ([list, ...chats]) => {
  if (list?.response.is !== 'answer' || !isSuccessStatus(list.response.status))
    return { unjudged: 'there is no list of bots to take ids from' };
  const each = await Promise.all(chats.map(mismatchOf));
  return each.flat();
};

async function mismatchOf(exchange: Exchange): Promise<readonly Mismatch[]> {
  const { id, response } = exchange;
  if (response.is !== 'answer' || isSuccessStatus(response.status)) return [];
  if (notThisOne.includes(response.status) && isMet(await hasErrorEnvelope([exchange]))) return [];
  const expected = 'success, any 2xx, or a refusal of this bot: 403, 409 or 423 with the error object';
  return [{ aspect: `status of ${id}`, expected, observed: shown(response) }];
}
