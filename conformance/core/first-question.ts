import { noCost } from './budget.ts';
import { botsCall, voicesCall } from './calls.ts';
import type { Call, Probe } from './probe.ts';

/** Both lists, which cost nothing: by the other one, a list that hangs is told from a target that is dead. */
export function bothLists(hasToken: boolean): readonly Call[] {
  return [voicesCall({ as: 'none' }), botsCall({ as: hasToken ? 'token' : 'none' })];
}

/** What a target is asked before all else. */
export const firstQuestion: Probe = {
  name: 'whether anybody answers',
  needs: [],
  costs: noCost,
  steps: [({ means }) => bothLists(means.includes('token'))],
};
