import type { Exchange } from '../../../model/exchange.ts';
import { uncoveredChatStatus } from '../../../contract/limits.ts';
import { follow, perhapsCharged, type Followed } from './follow.ts';
import type { States } from './states.ts';
import { isBad, isVeryLong, mayBeLacked, meteredAs, type Use } from './uses.ts';

const plain: readonly Use[] = ['chat', 'stream', 'speech'];

/** Whether it asks for more than the least: others judge whether that may be refused, here it is charged or it is not. */
export function isFormed(use: Use): boolean {
  return !plain.includes(use) && !isBad(use) && meteredAs(use) !== undefined;
}

/** Refused, and not for its balance; a very long one by no answer in time as well. */
export function isRefusedForItself({ response }: Exchange, use: Use): boolean {
  if (response.is === 'noAnswer') return true;
  const { status } = response;
  if (status === 501) return mayBeLacked(use);
  return status >= 400 && status < 500 && ![401, 429, uncoveredChatStatus].includes(status);
}

/** `follow` for uses of any form: what one of them is refused for itself, and not for its balance, is a bad request. */
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
