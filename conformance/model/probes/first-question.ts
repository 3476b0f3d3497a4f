import { noCost } from '../costs.ts';
import { botsCall, speechCall, voicesCall } from '../calls.ts';
import type { Call, Probe } from '../probe.ts';

/** Both lists, which cost nothing: the second one tells a list that hangs from a target that is dead. */
function bothLists(hasToken: boolean): readonly Call[] {
  return [voicesCall({ as: 'none' }), botsCall({ as: hasToken ? 'token' : 'none' })];
}

/**
 * The calls that are sent together at the `attempt`-th time. Where neither list was answered, an empty speech without a
 * token is added, which costs nothing either: a service of which only the lists hang answers it, and is not dead.
 */
export function questions(hasToken: boolean, attempt: number): readonly Call[] {
  // Not sent as a speech: without an answer that would count as a charged one.
  const nothing: Call = { ...speechCall({}, { as: 'none' }), operation: 'other' };
  return [...bothLists(hasToken), ...(attempt === 1 ? [] : [nothing])];
}

/** The first requests to a target, before everything else. */
export const firstQuestion: Probe = {
  name: 'whether anybody answers',
  needs: [],
  costs: noCost,
  steps: [({ credentials }) => questions(credentials.includes('token'), 1)],
};
