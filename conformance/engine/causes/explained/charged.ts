import type { Operation } from '../../../model/exchange.ts';

/** The operations that are charged (8.1). */
export const chargedOperations = ['chat', 'stream', 'speech'] as const;
export type ChargedOperation = (typeof chargedOperations)[number];

export function isCharged(operation: Operation): operation is ChargedOperation {
  return (chargedOperations as readonly string[]).includes(operation);
}
