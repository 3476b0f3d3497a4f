import { uncoveredChatStatus } from '../../../contract/limits.ts';
import { coverageOf, type Coverage, type Ledger, type MeteredAs } from './ledger.ts';

/**
 * The states that a workspace may be in after the exchanges so far: more than one where the document leaves open
 * whether something was charged (a refused speech: 4.5, 8.1).
 */
export type States = readonly Ledger[];

/** Whether every state covers the use, no state does, or it depends on the state. */
export function coverageIn(states: States, as: MeteredAs): Coverage['is'] | 'open' {
  const kinds = new Set(states.map((state) => coverageOf(state, as).is));
  const [only = 'open'] = kinds;
  return kinds.size === 1 ? only : 'open';
}

export function refusalText(as: MeteredAs): string {
  return as === 'chat' ? String(uncoveredChatStatus) : 'a refusal, any 4xx';
}
