import type { Exchange } from '../../../model/exchange.ts';
import { uncoveredChatStatus } from '../../../contract/limits.ts';
import { follow, perhapsCharged, type Followed } from './follow.ts';
import type { States } from './states.ts';
import { isBad, isVeryLong, mayBeLacked, meteredAs, type Use } from './uses.ts';

const plain: readonly Use[] = ['chat', 'stream', 'speech'];

/**
 * Whether the use asks for more than the plain request: other checks judge whether that may be refused, these whether
 * it is charged.
 */
export function isFormed(use: Use): boolean {
  return !plain.includes(use) && !isBad(use) && meteredAs(use) !== undefined;
}

/** Refused, but not for the balance; a very long text may also get no response in time. */
export function isRefusedForItself({ response }: Exchange, use: Use): boolean {
  if (response.is === 'noAnswer') return true;
  const { status } = response;
  if (status === 501) return mayBeLacked(use);
  return status >= 400 && status < 500 && ![401, 429, uncoveredChatStatus].includes(status);
}

/**
 * `follow` for uses of any form: a use that is refused for what it asks, and not for its balance, counts as a bad
 * request.
 */
export function followForm(states: States, use: Use, exchange: Exchange): Followed {
  const { response } = exchange;
  const status = response.is === 'answer' ? response.status : 0;
  if (!isFormed(use)) return follow(states, use, exchange);
  if (isVeryLong(use) && response.is === 'noAnswer')
    return { is: 'agrees', states: perhapsCharged(states, 'speech', 1) };
  const isRefused = isRefusedForItself(exchange, use);
  if (status >= 500 && !isRefused)
    return { is: 'unknown', because: `the ${use} got status ${status}, and may be charged`, exchange: exchange.id };
  return follow(states, isRefused ? `bad ${meteredAs(use) ?? 'chat'}` : use, exchange);
}
