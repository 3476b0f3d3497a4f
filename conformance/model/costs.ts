import { creditPrices } from '../contract/limits.ts';
import { isSuccessStatus, type Exchange } from './exchange.ts';
import type { Call, Cost, Probe } from './probe.ts';
import type { Spend } from './run.ts';

export const noCost: Cost = { chats: 0, speeches: 0 };

/** The credits of a cost at the prices of a credit-balance workspace (8.1). */
export function creditsOf(cost: Cost): number {
  return cost.chats * creditPrices.chat + cost.speeches * creditPrices.speech;
}

export function addCosts(a: Cost, b: Cost): Cost {
  return { chats: a.chats + b.chats, speeches: a.speeches + b.speeches };
}

/** The most that these probes can use up, each probe once. */
export function plannedSpend(probes: readonly Probe[]): Spend {
  const unique = new Map(probes.map((probe) => [probe.name, probe.costs]));
  const sum = [...unique.values()].reduce(addCosts, noCost);
  return { ...sum, credits: creditsOf(sum) };
}

/** The most that one call can use up: a service that wrongly accepts the call charges it too. */
export function costOfCall(call: Pick<Call, 'operation'>): Cost {
  const chat = call.operation === 'chat' || call.operation === 'stream';
  return { chats: chat ? 1 : 0, speeches: call.operation === 'speech' ? 1 : 0 };
}

/**
 * What an exchange uses up as far as it shows. A request without an answer may have been charged, so it counts (8.1).
 */
export function costOfExchange(exchange: Exchange): Cost {
  const { response } = exchange;
  const neverReached =
    response.is === 'noAnswer' && ['refused', 'unreachable', 'dns', 'tls'].includes(response.because);
  const refused = response.is === 'answer' && !isSuccessStatus(response.status);
  return neverReached || refused ? noCost : costOfCall(exchange);
}
