import type { AskedWhereFailed, Check, Seen } from '../../model/check.ts';
import type { Probe } from '../../model/probe.ts';
import type { Evidence, Judged } from './judge.ts';

/** One that added nothing, and took several seconds, shows that the others would not either; and so many in all are enough. */
const most = { inVain: 1, inAll: 12 } as const;

/** Sends what a check that failed has for that; nothing is seen where that was done often enough. */
export type AskWhereFailed = (
  asked: AskedWhereFailed,
  seen: Seen,
) => Promise<{ readonly came: Seen; readonly added?: string | undefined }>;

/** One after the other, as what the first ones come to decides on the others. */
export function createAskWhereFailed(send: (probe: Probe) => Promise<Evidence>): AskWhereFailed {
  let before: Promise<unknown> = Promise.resolve();
  let [inVain, inAll] = [0, 0];
  return (asked, seen) => {
    const own = before.then(async () => {
      if (inVain >= most.inVain || inAll >= most.inAll) return { came: [] };
      inAll += 1;
      const told = await asking(send)(asked, seen);
      inVain = told.added === undefined ? inVain + 1 : 0;
      return told;
    });
    before = own.catch(() => undefined);
    return own;
  };
}

/** Of each that has it, such as in a run that was recorded. */
export function asking(send: (probe: Probe) => Promise<Evidence>): AskWhereFailed {
  return async ({ probe, addedTo }, seen) => {
    const { seen: came } = await send(probe);
    return { came, added: addedTo(seen, came) };
  };
}

/** A failure, with what was asked besides where that adds something to it. */
export async function withWhatIsAsked(
  { whereFailed }: Check,
  judged: Judged,
  { seen }: Evidence,
  ask: AskWhereFailed | undefined,
): Promise<{ readonly judged: Judged; readonly came?: Seen }> {
  if (whereFailed === undefined || ask === undefined || judged.verdict.is !== 'fail') return { judged };
  const { came, added } = await ask(whereFailed, seen);
  if (added === undefined) return { judged };
  const mismatches = judged.mismatches.map((each) => ({ ...each, observed: `${added}; ${each.observed}` }));
  return { judged: { ...judged, mismatches }, came };
}
