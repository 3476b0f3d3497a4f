import { creditPrices, uncoveredChatStatus } from '../../../../contract/limits.ts';
import { isAccepted, type Exchange } from '../../../../model/exchange.ts';
import { isCharged, type ChargedOperation } from '../charged.ts';
import { isSequential, type Account } from './accounts.ts';

type Of<Value> = Readonly<Record<ChargedOperation, Value>>;

/**
 * How a service may charge: the credits for one use, and how many of the included uses of a plan it takes. `unused`: it
 * never takes any. `oneMore`: one use more is covered when none of them is left.
 */
export type Charging = {
  readonly credits: Of<number>;
  readonly included: Of<number | 'unused' | 'oneMore'>;
  /** How many uses of a member's limit one use takes. */
  readonly limit: Of<number>;
  /** Credits taken for an attempt that was refused for now. */
  readonly refusedForNow: number;
  /** Credits taken by a use that the balance does not cover; a number above any balance leaves nothing. */
  readonly uncovered: number;
  /** Whether a use is let in if its documented price is left, whatever it then takes. */
  readonly needsAsDocumented: boolean;
  /** Credits that have to be left after a use is paid with credits. */
  readonly leftOver: 0 | 1;
};

/** The way of charging that the document describes. */
export const asDocumented: Charging = {
  credits: { chat: creditPrices.chat, stream: creditPrices.chat, speech: creditPrices.speech },
  included: { chat: 1, stream: 1, speech: 1 },
  limit: { chat: 1, stream: 1, speech: 1 },
  refusedForNow: 0,
  uncovered: 0,
  needsAsDocumented: false,
  leftOver: 0,
};

/** What is left in a workspace, and how much of its member's limits is used. */
type Left = { credits: number; chats: number; speeches: number; usedChats: number; usedSpeeches: number };

/**
 * Whether a service that charges this way gives the answers that this workspace got, as far as that can be told. It is
 * not known what is charged for a use without an answer, a stream that the client left, or a speech that was refused
 * for what it asks (4.5).
 */
export function agreesWith(account: Account, charging: Charging): boolean {
  return followed(account, charging, undefined);
}

/**
 * Whether such a service may give the answers up to this exchange. A stream that was left counts as charged, and a
 * refused request does not.
 */
export function canExplainUntil(account: Account, charging: Charging, until: string): boolean {
  return followed(account, charging, until);
}

/** Whether such a service meets a use in this workspace that nothing covers. */
export function runsOutUnder(account: Account, charging: Charging): boolean {
  return uncoveredUses(account, charging).length > 0;
}

/** The uses in this workspace that nothing covers if a service charges this way. */
export function uncoveredUses(account: Account, charging: Charging): readonly Exchange[] {
  const left = openedOf(account);
  return account.asked.filter((exchange) => {
    const { operation } = exchange;
    if (!isCharged(operation)) return false;
    const paid = paidFor(left, operation, account, charging);
    if (paid !== undefined && isAccepted(exchange)) Object.assign(left, paid);
    return paid === undefined;
  });
}

function openedOf({ workspace }: Account): Left {
  const { credits = 0, includedRequests = 0, includedTts = 0 } = workspace;
  return { credits, chats: includedRequests, speeches: includedTts, usedChats: 0, usedSpeeches: 0 };
}

function followed(account: Account, charging: Charging, until: string | undefined): boolean {
  const left = openedOf(account);
  for (const exchange of isSequential(account) ? account.asked : takenFirst(account.asked)) {
    const agrees = agreesAt(left, exchange, account, charging);
    if (agrees === false) return false;
    if (exchange.id === until) return true;
    if (agrees === undefined && until === undefined) return true;
  }
  return until === undefined;
}

/** Of simultaneous requests, those that were taken use up what the others are refused for. */
function takenFirst(asked: readonly Exchange[]): readonly Exchange[] {
  return asked.toSorted((a, b) => Number(isAccepted(b)) - Number(isAccepted(a)));
}

const forNow: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export function isRefusedForNow({ response }: Exchange): boolean {
  return response.is === 'answer' && forNow.has(response.status);
}

/** Whether a use was refused for what is left (402). */
export function isUncovered({ operation, response }: Exchange): boolean {
  return isCharged(operation) && response.is === 'answer' && response.status === uncoveredChatStatus;
}

/** Whether an answer agrees with this way of charging; undefined where it is open what the request is charged. */
function agreesAt(left: Left, exchange: Exchange, account: Account, charging: Charging): boolean | undefined {
  const { operation, response } = exchange;
  if (response.is === 'noAnswer') return isCharged(operation) ? undefined : true;
  if (isRefusedForNow(exchange)) {
    left.credits = Math.max(0, left.credits - charging.refusedForNow);
    return true;
  }
  if (!isCharged(operation)) return true;
  if (isAccepted(exchange)) {
    const paid = paidFor(left, operation, account, charging);
    if (paid !== undefined) Object.assign(left, paid);
    if (response.ending !== 'complete') return undefined;
    return paid !== undefined;
  }
  const isCovered = paidFor(left, operation, account, charging) !== undefined;
  if (response.status === uncoveredChatStatus) {
    left.credits = Math.max(0, left.credits - charging.uncovered);
    return !isCovered;
  }
  // It is not known whether a speech that is refused for what it asks was charged, unless nothing covers a speech.
  return response.status < 500 && (operation !== 'speech' || !isCovered) ? true : undefined;
}

/** What is left after the use is paid for; undefined where nothing covers it. */
function paidFor(
  left: Left,
  operation: ChargedOperation,
  { workspace }: Account,
  charging: Charging,
): Left | undefined {
  const { kind, caller, memberRequestLimit, memberTtsLimit } = workspace;
  const isSpeech = operation === 'speech';
  const [own, used] = isSpeech ? (['speeches', 'usedSpeeches'] as const) : (['chats', 'usedChats'] as const);
  const most = caller === 'member' ? (isSpeech ? memberTtsLimit : memberRequestLimit) : undefined;
  const after = { ...left, [used]: left[used] + charging.limit[operation] };
  if (most !== undefined && after[used] > most) return undefined;
  const takes = charging.included[operation];
  const isLetIn = (has: number, price: number, due: number): boolean =>
    has >= (charging.needsAsDocumented ? due : price);
  const [least, amount] = takes === 'oneMore' ? [-1, 1] : [0, takes];
  if (kind === 'enterprise-pooled' && amount !== 'unused' && isLetIn(left[own] - least, Math.max(amount, 1), 1))
    return { ...after, [own]: Math.max(least, left[own] - amount) };
  const price = charging.credits[operation];
  return isLetIn(left.credits - charging.leftOver, price, asDocumented.credits[operation])
    ? { ...after, credits: Math.max(0, left.credits - price) }
    : undefined;
}
