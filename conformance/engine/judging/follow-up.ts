import type { AddedWhereFailed, FollowUp, Check, Exchanges } from '../../model/check.ts';
import type { Probe } from '../../model/probe.ts';
import type { ProbeResult, CheckResult } from './judge.ts';

/**
 * Most probes that are sent: after `inVain` that added nothing and took several seconds, others would add nothing
 * either, and `inAll` are enough in all.
 */
const most = { inVain: 1, inAll: 12 } as const;

/** Sends the probe that a failed check has for that; returns no exchange where this was done often enough. */
export type SendFollowUp = (
  asked: FollowUp,
  seen: Exchanges,
) => Promise<{ readonly came: Exchanges; readonly added?: AddedWhereFailed | undefined }>;

/** Sends them one after the other, as the results of the first decide on the others. */
export function createSendFollowUp(send: (probe: Probe) => Promise<ProbeResult>): SendFollowUp {
  let before: Promise<unknown> = Promise.resolve();
  let [inVain, inAll] = [0, 0];
  return (asked, seen) => {
    const own = before.then(async () => {
      if (inVain >= most.inVain || inAll >= most.inAll) return { came: [] };
      inAll += 1;
      const told = await followUpSender(send)(asked, seen);
      inVain = told.added === undefined ? inVain + 1 : 0;
      return told;
    });
    before = own.catch(() => undefined);
    return own;
  };
}

/** Sends it for each check that has one, such as in a recorded run. */
export function followUpSender(send: (probe: Probe) => Promise<ProbeResult>): SendFollowUp {
  return async ({ probe, addedTo }, seen) => {
    const { seen: came } = await send(probe);
    return { came, added: addedTo(seen, came) };
  };
}

/** A failure with what the further probe adds to it, if anything. */
export async function withFollowUp(
  { whereFailed }: Check,
  judged: CheckResult,
  { seen }: ProbeResult,
  ask: SendFollowUp | undefined,
): Promise<{ readonly judged: CheckResult; readonly came?: Exchanges }> {
  if (whereFailed === undefined || ask === undefined || judged.verdict.is !== 'fail') return { judged };
  const { came, added } = await ask(whereFailed, seen);
  if (added === undefined) return { judged };
  const together = (observed: string): string =>
    (added.place === 'before' ? [added.says, observed] : [observed, added.says]).join('; ');
  const mismatches = judged.mismatches.map((each) => ({ ...each, observed: together(each.observed) }));
  return { judged: { ...judged, mismatches }, came };
}
