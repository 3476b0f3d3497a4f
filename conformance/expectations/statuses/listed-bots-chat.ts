import { attributeTo } from '../../model/mismatch.ts';
import { isMet, combineJudgements, type Expectation, type Judgement } from '../../model/check.ts';
import { botIdsIn } from '../../bodies/bots.ts';
import { jsonOf } from '../../bodies/content.ts';
import { isSuccessStatus, isAccepted, type Exchange } from '../../model/exchange.ts';
import { hasErrorEnvelope } from '../bodies/has-error-envelope.ts';
import { botIdOfChat } from './bot-of-chat.ts';
import { missingProductReason } from './lacks-its-product.ts';
import { describeAnswer } from '../describe-answer.ts';

/**
 * Statuses for a bot that the service knows, but that this caller may not talk to now, such as a draft or a paused bot.
 */
const notThisOne = [403, 409, 423];

/**
 * True where all chats are accepted but the last, and its status alone does not say that its bot is known: a draft may
 * be refused with any status (7.5: which condition yields which status is not shown).
 */
export function isOnlyLastRefused(chats: readonly Exchange[]): boolean {
  const last = chats.at(-1)?.response;
  if (last?.is !== 'answer' || notThisOne.includes(last.status) || last.status === 401) return false;
  return chats.length > 1 && chats.slice(0, -1).every(isAccepted) && last.status >= 400 && last.status < 500;
}

/**
 * The chat paths know the ids of the list (2.1, 4.1). `seen` is the list, then a chat with each of some of its bots.
 * That the bot of all other checks can be talked to is judged by those; another bot may be refused for its state. Where
 * only the last chat is refused, a chat with an unknown bot follows: a bot that is refused in another way than that is
 * known.
 */
export const listedBotsCanChat: Expectation = async ([list, ...asked]) => {
  if (list?.response.is !== 'answer' || !isSuccessStatus(list.response.status)) {
    // Whom the list lets in is not specified (5.5, 5.6).
    const isKeptOut = list?.response.is === 'answer' && [401, 403].includes(list.response.status);
    return {
      inconclusive: 'there is no list of bots to take ids from',
      ...(isKeptOut ? ({ isUnspecified: true } as const) : {}),
    };
  }
  const [unknown] = isOnlyLastRefused(asked.slice(0, -1)) ? asked.slice(-1).filter(isOfNone(botIdsIn(list))) : [];
  const isKnown = unknown !== undefined && (await isRefusedOtherwise(asked.at(-2), unknown));
  const chats = unknown === undefined ? asked : asked.slice(0, isKnown ? -2 : -1);
  if (chats.length === 0) return { inconclusive: 'no bot of this kind is listed', isUnspecified: true };
  return combineJudgements(await Promise.all(chats.map(judgementOn)));
};

/**
 * True where the refusal has the error object, and differs from the refusal of an unknown bot in status, code or
 * message, apart from the id.
 */
async function isRefusedOtherwise(refused: Exchange | undefined, unknown: Exchange): Promise<boolean> {
  if (refused === undefined || unknown.response.is !== 'answer' || isAccepted(unknown)) return false;
  return isMet(await hasErrorEnvelope([refused])) && refusalOf(refused) !== refusalOf(unknown);
}

/** True for a chat with a bot that is not listed. */
function isOfNone(listed: readonly string[]): (exchange: Exchange) => boolean {
  return (exchange) => !listed.includes(botIdOfChat(exchange));
}

/**
 * The status, code and message of a refusal, without the id of its bot and without numbers, which may differ from
 * request to request.
 */
function refusalOf(exchange: Exchange): string {
  if (exchange.response.is !== 'answer') return '';
  const json = jsonOf(exchange.response);
  const error: unknown = json.is === 'json' ? Object(json.value).error : undefined;
  const { code, message } = Object(error) as Readonly<Record<'code' | 'message', unknown>>;
  const said = String(message)
    .replaceAll(botIdOfChat(exchange), '')
    .replaceAll(/[\da-f-]{8,}|\d+/gi, '');
  return JSON.stringify([exchange.response.status, code, said]);
}

async function judgementOn(exchange: Exchange): Promise<Judgement> {
  const { id, response } = exchange;
  if (response.is !== 'answer') return [];
  // A service that answers every path with a success does not show that it knows the bot.
  const lacks = missingProductReason(exchange);
  if (lacks !== undefined) return { inconclusive: lacks };
  if (isSuccessStatus(response.status)) return [];
  if (notThisOne.includes(response.status) && isMet(await hasErrorEnvelope([exchange]))) return [];
  const expected = 'success, any 2xx, or a refusal of this bot: 403, 409 or 423 with the error object';
  const mismatch = {
    subject: 'status',
    expected,
    observed: describeAnswer(response),
    kind: { is: 'status', due: 'success' },
    exchange: id,
  } as const;
  return [attributeTo(mismatch, id)];
}

/**
 * The same for the other token. `seen` is the list without a token, the list for that token, and its chats. A list that
 * needs no token is not for this token in particular, and a token that no chat accepts finds no bot.
 */
export const othersListedBotsCanChat: Expectation = ([anonymous, ...seen]) => {
  const isPublic = anonymous?.response.is === 'answer' && isSuccessStatus(anonymous.response.status);
  if (isPublic) return { inconclusive: areAllRefused(seen.slice(1)) ? ofNoUse : forEverybody, isUnspecified: true };
  const isKeptOut = seen.slice(1).some(({ response }) => response.is === 'answer' && response.status === 401);
  return isKeptOut ? { inconclusive: 'no chat accepts the other token' } : listedBotsCanChat(seen);
};

const forEverybody = 'the list of bots needs no token';

/** No fault by itself: a list for everybody may name bots of some callers only, and this workspace may have none. */
const ofNoUse = `${forEverybody}, and the other token can chat with no bot of it that was tried: see whether the list of one caller is kept for all`;

function areAllRefused(chats: readonly Exchange[]): boolean {
  const isRefused = ({ response }: Exchange): boolean =>
    response.is === 'answer' && response.status >= 400 && response.status < 500 && response.status !== 401;
  return chats.length > 0 && chats.every(isRefused);
}
