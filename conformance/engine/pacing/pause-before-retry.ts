import { retryAfterMs } from '../../classification/transient.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Call } from '../../model/probe.ts';
import { maxPauseMs } from './outage-breaker.ts';

/** Pauses before the second and the third attempt where an answer came that is none to judge. */
const againMs = [500, 1_000] as const;
/** Pauses where no answer came: a service that restarts is back within seconds. */
const absenceMs = [500, 1_500] as const;

/**
 * How long the target asks to wait; undefined where it does not ask. A request that may be refused for its balance is
 * sent again even if the target asks for longer than `maxPauseMs`: that it is refused each time shows the balance
 * as the reason.
 */
export function requestedPauseMs(exchange: Exchange, { judges }: Pick<Call, 'judges'>): number | undefined {
  const askedMs = retryAfterMs(exchange, Date.now());
  return judges?.steadyRefusal === true && (askedMs ?? 0) > maxPauseMs ? undefined : askedMs;
}

/** How long assay waits, in milliseconds, where the target asks for nothing. */
export function ownPauseMs(exchange: Exchange): number {
  const steps = exchange.response.is === 'answer' ? againMs : absenceMs;
  return steps[exchange.attempt - 1] ?? steps[1];
}
