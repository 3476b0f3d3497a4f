import { noCost } from '../costs.ts';
import { botsCall, speechCall, voicesCall } from '../calls.ts';
import type { Call, Probe } from '../probe.ts';

/** Both lists, which cost nothing: by the other one, a list that hangs is told from a target that is dead. */
function bothLists(hasToken: boolean): readonly Call[] {
  return [voicesCall({ as: 'none' }), botsCall({ as: hasToken ? 'token' : 'none' })];
}

/**
 * What is asked for at once, the `attempt`-th time: where neither list was answered, a speech of nothing for nobody too,
 * which costs nothing either. A service of which just the lists hang answers that, and is not dead.
 */
export function questions(hasToken: boolean, attempt: number): readonly Call[] {
  // Not as a speech: without an answer that would count as one that was charged.
  const nothing: Call = { ...speechCall({}, { as: 'none' }), operation: 'other' };
  return [...bothLists(hasToken), ...(attempt === 1 ? [] : [nothing])];
}

/** What a target is asked before all else. */
export const firstQuestion: Probe = {
  name: 'whether anybody answers',
  needs: [],
  costs: noCost,
  steps: [({ credentials }) => questions(credentials.includes('token'), 1)],
};
