import { serverErrorIn } from '../../bodies/error-code.ts';
import type { Check, Mismatch, Seen } from '../../model/check.ts';
import { creditsOf } from '../../model/costs.ts';
import { sentOnceMore } from '../../model/probe-names.ts';
import { showsRefusals, type Probe } from '../../model/probe.ts';
import { decisiveExchange } from './finding-of.ts';
import { aRequestFor } from './trait.ts';
import { nowAndThen } from './intermittent.ts';
import { judgeEvidence, type Evidence, type Judged } from './judge.ts';

/**
 * What failed by a server error is sent once more where that costs no more than two speeches. What was charged may have been
 * for any of several uses, so that more is worth it.
 */
const mostCredits = { error: 6, charge: 30 } as const;

/** By what it failed: a server error, with the words for it, or a charge. */
export type Failing = { readonly by: 'error' | 'charge'; readonly told: string };

/** Sends what failed by the same once more. */
export type SendOnceMore = {
  /** Nothing is seen where that was done for the same often enough. */
  readonly send: (probe: Probe, failing: Failing) => Promise<Evidence>;
  /** It came to something else. */
  readonly wasOtherwise: (failing: Failing) => void;
};

/**
 * How often what fails by one error, or by charges, is sent once more: until it is known whether that comes and goes; and if
 * it does, so often that few such failures are left of which nothing is known. Charges take more requests each.
 */
const most = { error: { always: 8, nowAndThen: 40 }, charge: { always: 4, nowAndThen: 20 } } as const;

/** Sends by `send` as often as an error is worth it. */
export function createSendOnceMore(send: (probe: Probe) => Promise<Evidence>): SendOnceMore {
  const sent = new Map<string, number>();
  const otherwise = new Set<string>();
  return {
    send: async (probe, { by, told }) => {
      const times = sent.get(told) ?? 0;
      const enough = otherwise.has(told) ? most[by].nowAndThen : most[by].always;
      if (times >= enough) return { seen: [] };
      sent.set(told, times + 1);
      return send(probe);
    },
    wasOtherwise: ({ told }) => void otherwise.add(told),
  };
}

/** A failure, and what the same probe got at another time, where that was something else. */
type Told = { readonly judged: Judged; readonly otherwise?: Seen };

/** Whether a failure by a server error or a charge is one whenever it is sent: if not, nothing that it sends need be to blame. */
export async function onceMore(
  check: Check,
  judged: Judged,
  gathered: Evidence,
  again: SendOnceMore | undefined,
): Promise<Told> {
  const failing = failingOf(check, judged, gathered.seen);
  const { probe } = check;
  if (failing === undefined || again === undefined || probe.again?.is === 'byItself') return { judged };
  // It was shown by the same three times over, each time with fresh workspaces.
  if (showsRefusals(probe, gathered.seen)) return { judged };
  if (creditsOf(probe.costs) > mostCredits[failing.by]) return { judged };
  const came = await again.send(sentOnceMore(probe), failing);
  if (came.seen.length === 0 || came.stopped !== undefined) return { judged };
  const other = await judgeEvidence(check, came, undefined);
  const isAlike = failingOf(check, other, came.seen)?.told === failing.told;
  if (isAlike || other.verdict.is === 'inconclusive') return { judged };
  again.wasOtherwise(failing);
  const refusal = failing.by === 'charge' ? refusedByChance(judged.mismatches, gathered.seen) : undefined;
  if (refusal !== undefined) return { judged: refusal, otherwise: came.seen };
  return { judged: { ...judged, mismatches: judged.mismatches.map(inOneOfTwo) }, otherwise: came.seen };
}

/** Which of two refusals comes first is not shown (7.4, 7.5): one that comes and goes says nothing of what is charged. */
function refusedByChance(mismatches: readonly Mismatch[], seen: Seen): Judged | undefined {
  const shown = decisiveExchange(mismatches, seen);
  if (shown?.response.is !== 'answer') return undefined;
  const { status } = shown.response;
  if (status < 400 || status >= 500 || status === 402) return undefined;
  const because = `${aRequestFor(shown.operation)} got status ${status} once and another answer at another time, which says nothing of what is charged`;
  return { verdict: { is: 'inconclusive', because }, mismatches: [] };
}

/**
 * By the answer which shows a failure. Of what has a workspace to itself the charges show it, whatever else comes before;
 * undefined where it is something else, or no failure.
 */
function failingOf({ probe }: Check, { verdict, mismatches }: Judged, seen: Seen): Failing | undefined {
  const shown = verdict.is === 'fail' ? decisiveExchange(mismatches, seen) : undefined;
  const error = shown && serverErrorIn(shown.response);
  if (error !== undefined) return { by: 'error', told: error };
  const isCharged = shown !== undefined && probe.needs.includes('provisioner');
  return isCharged ? { by: 'charge', told: 'a charge' } : undefined;
}

function inOneOfTwo(mismatch: Mismatch): Mismatch {
  return mismatch.answers === undefined ? nowAndThen(mismatch, { wrong: 1, judged: 2, sent: 'it was sent' }) : mismatch;
}
