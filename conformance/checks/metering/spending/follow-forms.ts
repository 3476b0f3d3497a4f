import type { Exchange } from '../../../model/exchange.ts';
import { uncoveredChatStatus } from '../../../contract/limits.ts';
import { applyUse, possiblyCharged, type LedgerOutcome } from './follow.ts';
import type { States } from './states.ts';
import { isInvalidUse, isVeryLong, mayBeUnsupported, meteredAs, type Use } from './uses.ts';

const plain: readonly Use[] = ['chat', 'stream', 'speech'];

/**
 * Whether the use asks for more than the plain request: other checks judge whether that may be refused, these whether
 * it is charged.
 */
export function hasUnusualForm(use: Use): boolean {
  return !plain.includes(use) && !isInvalidUse(use) && meteredAs(use) !== undefined;
}

/** Refused, but not for the balance; a very long text may also get no response in time. */
export function isRefusedForRequest({ response }: Exchange, use: Use): boolean {
  if (response.is === 'noAnswer') return true;
  const { status } = response;
  if (status === 501) return mayBeUnsupported(use);
  return status >= 400 && status < 500 && ![401, 429, uncoveredChatStatus].includes(status);
}

/**
 * `applyUse` for uses of any form: a use that is refused for what it asks, and not for its balance, counts as a bad
 * request.
 */
export function applyFormedUse(states: States, use: Use, exchange: Exchange): LedgerOutcome {
  const { response } = exchange;
  const status = response.is === 'answer' ? response.status : 0;
  if (!hasUnusualForm(use)) return applyUse(states, use, exchange);
  if (isVeryLong(use) && response.is === 'noAnswer')
    return { is: 'agrees', states: possiblyCharged(states, 'speech', 1) };
  const isRefused = isRefusedForRequest(exchange, use);
  if (status >= 500 && !isRefused)
    return { is: 'unknown', because: `the ${use} got status ${status}, and may be charged`, exchange: exchange.id };
  return applyUse(states, isRefused ? `bad ${meteredAs(use) ?? 'chat'}` : use, exchange);
}
