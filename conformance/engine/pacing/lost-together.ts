import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../../model/exchange.ts';
import { endOfExchange } from '../../model/moment.ts';

/** Knows whether others met an outage at the moment at which the connection of one broke off. */
type LostTogether = {
  readonly note: (exchange: Exchange) => void;
  /** Whether several others were lost at the moment at which this was: whoever starts anew is not back at once. */
  readonly isAmongOthers: (exchange: Exchange) => boolean;
  /** Waits for a moment where that may still be seen. */
  readonly isOneOfMany: (exchange: Exchange, signal: AbortSignal) => Promise<boolean>;
};

/** So far apart a busy machine sees what one restart did to several connections, and what a gateway says of it. */
const momentLengthMs = 250;
/** One or two may be dropped for what they send. */
const leastLost = 3;
/** Of what cuts bodies though it is up nobody waits to see more. */
const mostInVain = 3;

export function createLostTogether(): LostTogether {
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

/** Who sends what is no request may be dropped for it; a 503 may say that there are too many requests. */
function isSignOfOutage({ request, response }: Exchange): boolean {
  if (request.raw !== undefined || request.noResponse !== undefined) return false;
  return response.is === 'answer'
    ? response.status === 502 || response.status === 504
    : response.because === 'dropped' || response.because === 'refused';
}
