import type { Run } from '../../../conformance/model/run.ts';
import { counted } from '../../text/format.ts';

/** Sessions that were refused and made up for, in one line: nobody should take a service that loses them for one that keeps them. */
export function refusedSessionsText({ refusedSessions }: Pick<Run, 'refusedSessions'>): string | undefined {
  if (refusedSessions === undefined) return undefined;
  const { turns, refused } = refusedSessions;
  const these = `${refused} of ${counted(turns, 'turn')} that continue a session were refused as if there were no such session`;
  return `${these}. How many sessions a service keeps is not specified, so each of these conversations was sent once more by itself, and that was judged. A service that is meant to keep its sessions loses some while others are used`;
}
