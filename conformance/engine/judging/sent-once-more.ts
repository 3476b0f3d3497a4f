import { serverErrorIn } from '../../bodies/error-code.ts';
import type { Check, Mismatch, Exchanges } from '../../model/check.ts';
import { creditsOf } from '../../model/costs.ts';
import { repeatedOnce } from '../../model/probe-names.ts';
import { provesRefusals, type Probe } from '../../model/probe.ts';
import { decisiveExchange } from './finding-of.ts';
import { aRequestFor } from './trait.ts';
import { withIntermittency } from './intermittent.ts';
import { judgeProbeResult, type ProbeResult, type CheckResult } from './judge.ts';

/**
 * Most credits of a probe that is sent once more: after a server error, the price of two speeches. After a failure over
 * charges, any of several uses may have been charged, so that more credits are worth it.
 */
const mostCredits = { error: 6, charge: 30 } as const;

/** What made a check fail: a server error, with the words for it, or a charge. */
export type RepeatableFailure = { readonly by: 'error' | 'charge'; readonly text: string };

/** Sends a probe that failed by an error or a charge once more. */
export type FailureRepeater = {
  /** Sends the probe; returns no exchange where this was done often enough for the same failure. */
  readonly send: (probe: Probe, failing: RepeatableFailure) => Promise<ProbeResult>;
  /** Notes that the second time came to something else. */
  readonly wasOtherwise: (failing: RepeatableFailure) => void;
};

/**
 * How often probes that fail by one error, or by charges, are sent once more. `always` holds until one comes to
 * something else. Then `nowAndThen` holds, so that few such failures stay unexamined. For charges the numbers are
 * lower, as each takes more requests.
 */
const most = { error: { always: 8, nowAndThen: 40 }, charge: { always: 4, nowAndThen: 20 } } as const;

/** Sends by `send`, as often as an error is worth it. */
export function createFailureRepeater(send: (probe: Probe) => Promise<ProbeResult>): FailureRepeater {
  const sent = new Map<string, number>();
  const otherwise = new Set<string>();
  return {
    send: async (probe, { by, text }) => {
      const times = sent.get(text) ?? 0;
      const enough = otherwise.has(text) ? most[by].nowAndThen : most[by].always;
      if (times >= enough) return { seen: [] };
      sent.set(text, times + 1);
      return send(probe);
    },
    wasOtherwise: ({ text }) => void otherwise.add(text),
  };
}

/** A failure, and what the same probe got at another time, where that differs. */
type Told = { readonly judged: CheckResult; readonly otherwise?: Exchanges };

/**
 * Whether a failure by a server error or a charge repeats when it is sent once more. If not, what was sent need not be
 * the reason.
 */
export async function repeatFailure(
  check: Check,
  judged: CheckResult,
  gathered: ProbeResult,
  again: FailureRepeater | undefined,
): Promise<Told> {
  const failing = failingOf(check, judged, gathered.seen);
  const { probe } = check;
  if (failing === undefined || again === undefined || probe.again?.is === 'byItself') return { judged };
  // The probe showed the refusal three times already, each time with fresh workspaces.
  if (provesRefusals(probe, gathered.seen)) return { judged };
  if (creditsOf(probe.costs) > mostCredits[failing.by]) return { judged };
  const came = await again.send(repeatedOnce(probe), failing);
  if (came.seen.length === 0 || came.stopped !== undefined) return { judged };
  const other = await judgeProbeResult(check, came, undefined);
  const isAlike = failingOf(check, other, came.seen)?.text === failing.text;
  if (isAlike || other.verdict.is === 'inconclusive') return { judged };
  again.wasOtherwise(failing);
  const refusal = failing.by === 'charge' ? refusedByChance(judged.mismatches, gathered.seen) : undefined;
  if (refusal !== undefined) return { judged: refusal, otherwise: came.seen };
  return { judged: { ...judged, mismatches: judged.mismatches.map(inOneOfTwo) }, otherwise: came.seen };
}

/**
 * Makes a failure inconclusive that came from a refusal by chance: which of two refusals comes first is not shown (7.4,
 * 7.5), so that a refusal that comes and goes says nothing of the charges.
 */
function refusedByChance(mismatches: readonly Mismatch[], seen: Exchanges): CheckResult | undefined {
  const shown = decisiveExchange(mismatches, seen);
  if (shown?.response.is !== 'answer') return undefined;
  const { status } = shown.response;
  if (status < 400 || status >= 500 || status === 402) return undefined;
  const because = `${aRequestFor(shown.operation)} got status ${status} once and another answer at another time, which says nothing of what is charged`;
  return { verdict: { is: 'inconclusive', because }, mismatches: [] };
}

/**
 * What made a check fail, by the answer that shows the failure: a server error, or for a probe with its own workspaces
 * a charge, whatever else comes before. Undefined for any other failure, and where there is none.
 */
function failingOf(
  { probe }: Check,
  { verdict, mismatches }: CheckResult,
  seen: Exchanges,
): RepeatableFailure | undefined {
  const shown = verdict.is === 'fail' ? decisiveExchange(mismatches, seen) : undefined;
  const error = shown && serverErrorIn(shown.response);
  if (error !== undefined) return { by: 'error', text: error };
  const isCharged = shown !== undefined && probe.needs.includes('provisioner');
  return isCharged ? { by: 'charge', text: 'a charge' } : undefined;
}

function inOneOfTwo(mismatch: Mismatch): Mismatch {
  return mismatch.answers === undefined
    ? withIntermittency(mismatch, { wrong: 1, judged: 2, sent: 'it was sent' })
    : mismatch;
}
