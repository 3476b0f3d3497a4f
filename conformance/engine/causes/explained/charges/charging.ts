import { creditPrices, uncoveredChatStatus } from '../../../../contract/limits.ts';
import { isTaken, type Exchange } from '../../../../model/exchange.ts';
import { isCharged, type Charged } from '../charged.ts';
import { isInTurn, type Account } from './accounts.ts';

type Of<Value> = Readonly<Record<Charged, Value>>;

/**
 * How a service may charge: credits for one use, and how many of what its plan includes it takes, that it takes none of it, or
 * that where nothing of it is left one more is covered.
 */
export type Charging = {
  readonly credits: Of<number>;
  readonly included: Of<number | 'unused' | 'oneMore'>;
  /** How many of the limit of a member. */
  readonly limit: Of<number>;
  /** Credits for an attempt that was refused for now. */
  readonly refusedForNow: number;
  /** Credits that are taken of what is left by a use that it does not cover; of all of it nothing is left. */
  readonly uncovered: number;
  /** Whether a use is let in by what it should cost, whatever it then takes. */
  readonly needsAsDocumented: boolean;
  /** Credits that have to be left over by a use that they pay. */
  readonly leftOver: 0 | 1;
};

/** As the document has it. */
export const asDocumented: Charging = {
  credits: { chat: creditPrices.chat, stream: creditPrices.chat, speech: creditPrices.speech },
  included: { chat: 1, stream: 1, speech: 1 },
  limit: { chat: 1, stream: 1, speech: 1 },
  refusedForNow: 0,
  uncovered: 0,
  needsAsDocumented: false,
  leftOver: 0,
};

/** What is left, and what of the limits of a member was used. */
type Left = { credits: number; chats: number; speeches: number; usedChats: number; usedSpeeches: number };

/**
 * Whether a service that charges so gives the answers that these got, as far as that can be told: nobody knows what is charged
 * for a use without an answer, a stream that was left, or a speech that was refused for what it asks (4.5).
 */
export function agreesWith(account: Account, charging: Charging): boolean {
  return followed(account, charging, undefined);
}

/** Whether it may give them up to this one: what is left by the client counts, and what is refused does not. */
export function mayComeTo(account: Account, charging: Charging, until: string): boolean {
  return followed(account, charging, until);
}

/** Whether there is a use that nothing covers, where it is charged so. */
export function isSpentBy(account: Account, charging: Charging): boolean {
  return uncoveredBy(account, charging).length > 0;
}

/** The uses that nothing covers, where it is charged so. */
export function uncoveredBy(account: Account, charging: Charging): readonly Exchange[] {
  const left = openedOf(account);
  return account.asked.filter((exchange) => {
    const { operation } = exchange;
    if (!isCharged(operation)) return false;
    const paid = paidFor(left, operation, account, charging);
    if (paid !== undefined && isTaken(exchange)) Object.assign(left, paid);
    return paid === undefined;
  });
}

function openedOf({ workspace }: Account): Left {
  const { credits = 0, includedRequests = 0, includedTts = 0 } = workspace;
  return { credits, chats: includedRequests, speeches: includedTts, usedChats: 0, usedSpeeches: 0 };
}

function followed(account: Account, charging: Charging, until: string | undefined): boolean {
  const left = openedOf(account);
  for (const exchange of isInTurn(account) ? account.asked : takenFirst(account.asked)) {
    const agrees = agreesAt(left, exchange, account, charging);
    if (agrees === false) return false;
    if (exchange.id === until) return true;
    if (agrees === undefined && until === undefined) return true;
  }
  return until === undefined;
}

/** Of what is sent at once those that were taken leave what the others are refused for. */
function takenFirst(asked: readonly Exchange[]): readonly Exchange[] {
  return asked.toSorted((a, b) => Number(isTaken(b)) - Number(isTaken(a)));
}

const forNow: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export function isRefusedForNow({ response }: Exchange): boolean {
  return response.is === 'answer' && forNow.has(response.status);
}

/** Refused for what is left. */
export function isUncovered({ operation, response }: Exchange): boolean {
  return isCharged(operation) && response.is === 'answer' && response.status === uncoveredChatStatus;
}

/** Undefined where it is open what it comes to. */
function agreesAt(left: Left, exchange: Exchange, account: Account, charging: Charging): boolean | undefined {
  const { operation, response } = exchange;
  if (response.is === 'noAnswer') return isCharged(operation) ? undefined : true;
  if (isRefusedForNow(exchange)) {
    left.credits = Math.max(0, left.credits - charging.refusedForNow);
    return true;
  }
  if (!isCharged(operation)) return true;
  if (isTaken(exchange)) {
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
  // Of a speech that is refused for what it asks nobody knows whether it was charged, but where nothing covers one.
  return response.status < 500 && (operation !== 'speech' || !isCovered) ? true : undefined;
}

/** What is left once it is paid for; undefined where nothing covers it. */
function paidFor(left: Left, operation: Charged, { workspace }: Account, charging: Charging): Left | undefined {
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
