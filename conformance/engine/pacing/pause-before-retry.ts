import { retryAfterMs } from '../../classification/transient.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Call } from '../../model/probe.ts';
import { longestPauseMs } from './outage-breaker.ts';

/** Before the second and the third attempt of what was not taken for an answer. */
const againMs = [500, 1_000] as const;
/** Where nobody is there: a service that starts anew is back within seconds. */
const absenceMs = [500, 1_500] as const;

/**
 * How long it asks to wait. What may be refused for its balance is asked again though it asks for more than anybody waits:
 * that it is refused each time is what shows it.
 */
export function askedMsOf(exchange: Exchange, { judges }: Pick<Call, 'judges'>): number | undefined {
  const askedMs = retryAfterMs(exchange, Date.now());
  return judges?.steadyRefusal === true && (askedMs ?? 0) > longestPauseMs ? undefined : askedMs;
}

/** How long is waited, in milliseconds, where it asks for nothing. */
export function ownPauseMs(exchange: Exchange): number {
  const steps = exchange.response.is === 'answer' ? againMs : absenceMs;
  return steps[exchange.attempt - 1] ?? steps[1];
}
