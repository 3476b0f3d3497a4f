import type { Run } from '../../../conformance/model/run.ts';
import { counted } from '../../text/format.ts';

/**
 * The refused sessions whose conversations succeeded when sent again, in one line, so that a service that loses
 * sessions is not taken for one that keeps them.
 */
export function refusedSessionsText({ refusedSessions }: Pick<Run, 'refusedSessions'>): string | undefined {
  if (refusedSessions === undefined) return undefined;
  const { turns, refused, keptFor } = refusedSessions;
  // By itself too: that is no matter of how many it keeps.
  if (refused === turns)
    return `Each of ${counted(turns, 'turn')} that continue a session was refused as if there were no such session, also where a conversation was sent once more by itself. So no session goes on at all, however many a service keeps`;
  const these = `${refused} of ${counted(turns, 'turn')} that continue a session were refused as if there were no such session`;
  const again = 'so each of these conversations was sent once more by itself, and that was judged';
  if (keptFor !== undefined)
    return `${these}. Nearly all of them came later than ${(keptFor.ms / 1_000).toFixed(1)} s after their session ${keptFor.since === 'begun' ? 'began' : 'was last used'}, and hardly any that came so late was taken: sessions seem to be kept for so long only. For how long a service keeps them is not specified, ${again}`;
  return `${these}. How many sessions a service keeps is not specified, ${again}. A service that is meant to keep its sessions loses some while others are used`;
}
