import type { PositiveControl } from '../../model/check.ts';
import type { Workspace } from '../../model/probe.ts';
import { followAll } from './spending/follow.ts';
import { openLedger } from './spending/ledger.ts';
import { usesOf } from './spending/script.ts';
import type { Use } from './spending/uses.ts';

const one: Workspace = { kind: 'credit-balance', credits: 1 };
const two: readonly Use[] = ['chat', 'chat'];

/** A control of what costs nothing: where no chat is charged, a chat behind it that is covered proves nothing. */
export const chatsAreCharged: PositiveControl = {
  says: 'with one credit a chat is answered, and a second one is refused',
  probe: usesOf(one, ...two),
  shownIn: (seen) => {
    const isCharged = seen.length === two.length && followAll(openLedger(one), two, seen).is === 'agrees';
    if (isCharged) return { by: seen };
    return { because: 'a second chat with one credit was not refused, so charges could not be seen' };
  },
};
