import type { Check, Seen } from '../../model/check.ts';
import type { Probe } from '../../model/probe.ts';
import type { Evidence, Judged } from './judge.ts';

/** Each takes some seconds, and what the first ones come to holds of the others. */
const most = 2;

/** Sends by `send`, a few times in a run; nothing is seen where that was done often enough. */
export function createAskWhereFailed(send: (probe: Probe) => Promise<Evidence>): (probe: Probe) => Promise<Evidence> {
  const sent = new Set<string>();
  return async (probe) => {
    if (!sent.has(probe.name) && sent.size >= most) return { seen: [] };
    sent.add(probe.name);
    return send(probe);
  };
}

/** A failure, with what was asked besides where that adds something to it. */
export async function withWhatIsAsked(
  { whereFailed }: Check,
  judged: Judged,
  { seen }: Evidence,
  ask: ((probe: Probe) => Promise<Evidence>) | undefined,
): Promise<{ readonly judged: Judged; readonly came?: Seen }> {
  if (whereFailed === undefined || ask === undefined || judged.verdict.is !== 'fail') return { judged };
  const came = await ask(whereFailed.probe);
  const added = whereFailed.addedTo(seen, came.seen);
  if (added === undefined) return { judged };
  const mismatches = judged.mismatches.map((each) => ({ ...each, observed: `${each.observed}; ${added}` }));
  return { judged: { ...judged, mismatches }, came: came.seen };
}
