import type { Seen } from '../../../model/check.ts';
import type { Exchange } from '../../../model/exchange.ts';
import { messageIn } from '../declined/now-and-then.ts';
import { asksIn, knownIn, toldBefore } from '../remembers.ts';
import { says } from '../said.ts';

/** True for an answer that repeats the message of its own request: it does not decline what the message asks for. */
export function repeatsItself(turn: Exchange): boolean {
  return messageIn(turn) !== '' && says(turn, messageIn(turn));
}

/**
 * True where some questions of a conversation were answered with a planted word, and the answer to another only repeats
 * it.
 */
export function forgetsNowAndThen(seen: Seen): boolean {
  const asks = asksIn(seen).filter((ask) => toldBefore(seen, ask).length > 0);
  const isKnown = (ask: Exchange): boolean => knownIn(seen, ask).length > 0;
  return asks.some(isKnown) && asks.some((ask) => !isKnown(ask) && repeatsItself(ask));
}
