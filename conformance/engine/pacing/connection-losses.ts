import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../../model/exchange.ts';
import { endOfExchange } from '../../model/moment.ts';

/** Knows whether other requests met an outage at the moment at which the connection of one broke off. */
type ConnectionLossTracker = {
  readonly note: (exchange: Exchange) => void;
  /** Whether several requests were lost at the same moment as this one: a service that restarts is not back at once. */
  readonly isAmongOthers: (exchange: Exchange) => boolean;
  /** Whether another request was lost at the same moment; waits for a moment where that may still turn out. */
  readonly isOneOfMany: (exchange: Exchange, signal: AbortSignal) => Promise<boolean>;
};

/**
 * Longest time between the signs of one restart on a busy machine: several connections that break, and what a gateway
 * says of it.
 */
const momentLengthMs = 250;
/** Fewest lost requests that are no chance: one or two may be dropped for what they send. */
const leastLost = 3;
/**
 * Most waits that showed no other lost request: a service that cuts bodies though it is up is not waited for any more.
 */
const mostInVain = 3;

export function createConnectionLossTracker(): ConnectionLossTracker {
  let lostAtMs: readonly number[] = [];
  let inVain = 0;
  const lostNear = (atMs: number): number => lostAtMs.filter((each) => Math.abs(each - atMs) <= momentLengthMs).length;
  const isNear = (atMs: number): boolean => lostNear(atMs) > 0;
  return {
    note: (exchange) => {
      if (!isSignOfOutage(exchange)) return;
      const atMs = endOfExchange(exchange);
      lostAtMs = [...lostAtMs.filter((each) => each >= atMs - 2 * momentLengthMs), atMs];
    },
    isAmongOthers: (exchange) => isSignOfOutage(exchange) && lostNear(endOfExchange(exchange)) >= leastLost,
    isOneOfMany: async (exchange, signal) => {
      const atMs = endOfExchange(exchange);
      if (isNear(atMs)) return true;
      if (inVain >= mostInVain) return false;
      await sleep(momentLengthMs, undefined, { signal }).catch(() => undefined);
      if (isNear(atMs)) return true;
      inVain += 1;
      return false;
    },
  };
}

/**
 * True for a sign of an outage. Raw bytes may be the reason why their connection is dropped, and a 503 may mean too
 * many requests.
 */
function isSignOfOutage({ request, response }: Exchange): boolean {
  if (request.raw !== undefined || request.noResponse !== undefined) return false;
  return response.is === 'answer'
    ? response.status === 502 || response.status === 504
    : response.because === 'dropped' || response.because === 'refused';
}
