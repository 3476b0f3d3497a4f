import { nameOfProbe } from '../../../model/calls.ts';
import type { AddedWhereFailed, FollowUp, Exchanges } from '../../../model/check.ts';
import { isAccepted, type Exchange } from '../../../model/exchange.ts';
import { endOfExchange, startOf } from '../../../model/moment.ts';
import type { Probe, Step, Workspace } from '../../../model/probe.ts';
import { uncoveredChatStatus } from '../../../contract/limits.ts';
import { costOfUses, type Use } from './uses.ts';

/** Pauses before the further attempts of the last use, sent while each attempt before was served: 3 s in all. */
const pausesMs = [500, 2_500] as const;

/**
 * Shows whether a charge that was missing at the next use was there later. The document allows no time in which a
 * charge may be missing: a use that nothing covers is refused (4.2, 7.3), so that a late charge is wrong too. But the
 * mistake lies elsewhere when a charge is made late than when it is never made.
 */
export function chargedLater(
  script: { readonly workspace: Workspace; readonly uses: readonly Use[] },
  uses: Probe,
  lastUse: Step,
): FollowUp {
  const last = script.uses.length - 1;
  const tries = pausesMs.map((pauseMs, at): Step => (known) => {
    const tried = known.seen.slice(last);
    if (tried.length < at || !tried.every(isAccepted)) return [];
    const calls = lastUse(known);
    return 'make' in calls || 'stop' in calls ? calls : calls.map((call) => ({ ...call, pauseMs }));
  });
  const more = pausesMs.slice(1).flatMap(() => script.uses.slice(last));
  return {
    probe: {
      ...uses,
      name: nameOfProbe('whether it is charged later: workspace', script.workspace, script.uses),
      costs: costOfUses([...script.uses, ...more]),
      steps: [...uses.steps.slice(0, last), ...tries],
    },
    addedTo: (seen, later) => (isTakenLast(seen[last]) ? lateWords(seen, later, last) : undefined),
  };
}

function isTakenLast(exchange: Exchange | undefined): boolean {
  return exchange !== undefined && isAccepted(exchange);
}

/**
 * Judged by the first refused attempt and the last served one, in milliseconds from the end of the use before them.
 * Where an attempt was served and the next refused, the service may also cover one use more than it should, which what
 * the balance came to tells better.
 */
function lateWords(seen: Exchanges, later: Exchanges, last: number): AddedWhereFailed | undefined {
  const tries = later.slice(last);
  const refused = tries.find(({ response }) => response.is === 'answer' && response.status === uncoveredChatStatus);
  const taken = tries.findLast(isAccepted);
  if (refused === undefined) return undefined;
  const least = taken === undefined ? behind(seen, seen[last], last) : behind(later, taken, last);
  const again = `sent again, it was covered ${least} ms after the use before it, and refused with ${uncoveredChatStatus} ${behind(later, refused, last)} ms after it`;
  return taken === undefined
    ? { says: `charged late: ${again}`, place: 'before' }
    : { says: `${again}: charged late, or one use too many is covered`, place: 'behind' };
}

function behind(seen: Exchanges, exchange: Exchange | undefined, last: number): number {
  const before = seen[last - 1];
  return exchange === undefined || before === undefined ? 0 : Math.round(startOf(exchange) - endOfExchange(before));
}
