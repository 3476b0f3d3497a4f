import { serverErrorIn } from '../../bodies/error-code.ts';
import type { Check, Mismatch, Seen } from '../../model/check.ts';
import { creditsOf } from '../../model/costs.ts';
import { onceMoreName } from '../../model/probe-names.ts';
import type { Probe } from '../../model/probe.ts';
import { decisiveExchange } from './finding-of.ts';
import { nowAndThen } from './intermittent.ts';
import { judgeEvidence, type Evidence, type Judged } from './judge.ts';

/** What failed by a server error is sent once more where that costs no more than two speeches. */
const mostCredits = 6;

/** Sends what failed by an error once more. */
export type SendOnceMore = {
  /** Nothing is seen where that was done for the same error often enough. */
  readonly send: (probe: Probe, error: string) => Promise<Evidence>;
  /** It came to something else. */
  readonly wasOtherwise: (error: string) => void;
};

/**
 * How many probes that fail by one error are sent once more. `always`: as long as each of them failed by it again.
 * `nowAndThen`: once one of them did not, as then each further failure by it may have been chance.
 */
const most = { always: 8, nowAndThen: 40 } as const;

/** Sends by `send` as often as an error is worth it. */
export function createSendOnceMore(send: (probe: Probe) => Promise<Evidence>): SendOnceMore {
  const sent = new Map<string, number>();
  const otherwise = new Set<string>();
  return {
    send: async (probe, error) => {
      const times = sent.get(error) ?? 0;
      if (times >= (otherwise.has(error) ? most.nowAndThen : most.always)) return { seen: [], judges402: [] };
      sent.set(error, times + 1);
      return send(probe);
    },
    wasOtherwise: (error) => void otherwise.add(error),
  };
}

/** A failure, and what the same probe got at another time, where that was something else. */
type Told = { readonly judged: Judged; readonly otherwise?: Seen };

/** Whether a failure by a server error is one whenever it is sent: if not, nothing that it sends need be to blame. */
export async function onceMore(
  check: Check,
  judged: Judged,
  gathered: Evidence,
  again: SendOnceMore | undefined,
): Promise<Told> {
  const error = errorShown(judged, gathered.seen);
  const { probe } = check;
  if (error === undefined || again === undefined || probe.isWorthRepeating !== undefined) return { judged };
  if (creditsOf(probe.costs) > mostCredits) return { judged };
  const came = await again.send({ ...probe, name: onceMoreName(probe.name) }, error);
  if (came.seen.length === 0 || came.stopped !== undefined) return { judged };
  const other = await judgeEvidence(check, came, undefined);
  const isAlike = other.verdict.is === 'fail' && errorShown(other, came.seen) === error;
  if (isAlike || other.verdict.is === 'inconclusive') return { judged };
  again.wasOtherwise(error);
  return { judged: { ...judged, mismatches: judged.mismatches.map(inOneOfTwo) }, otherwise: came.seen };
}

/** That of the answer which shows a failure; undefined where it shows none. */
function errorShown({ verdict, mismatches }: Judged, seen: Seen): string | undefined {
  const shown = verdict.is === 'fail' ? decisiveExchange(mismatches, seen) : undefined;
  return shown && serverErrorIn(shown.response);
}

function inOneOfTwo(mismatch: Mismatch): Mismatch {
  return mismatch.answers === undefined ? nowAndThen(mismatch, { wrong: 1, judged: 2, sent: 'it was sent' }) : mismatch;
}
