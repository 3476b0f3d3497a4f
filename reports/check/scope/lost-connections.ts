import type { Run } from '../../../conformance/model/run.ts';
import { counted } from '../../text/format.ts';

/**
 * The lost connections whose requests succeeded at another attempt, in one line, so that a service that went down
 * meanwhile is not taken for one that stayed up.
 */
export function lostConnectionsText({ lostConnections }: Pick<Run, 'lostConnections'>): string | undefined {
  if (lostConnections === undefined) return undefined;
  const { requests, times, at, before } = lostConnections;
  const when = `${times === 1 ? 'once' : `${times} times, first`} at ${at.slice(11, 19)} UTC`;
  const lost = `${counted(requests, 'request')} got no answer at first, and had one at another attempt, which is what was judged`;
  // A name of a probe may be a whole request.
  const busyWith = before.map(({ probe, check }) => check ?? `“${probe}”`);
  const busy = before.length === 0 ? '' : ` Just before, it was busy with requests of ${busyWith.join(', ')}.`;
  return `Connections to the target were lost ${when}: ${lost}.${busy} Its log of that time says whether it was started anew`;
}
