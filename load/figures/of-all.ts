import type { Distribution } from '../../conformance/contract/formats/load/distribution.ts';
import { roundedUp, fewestForInterval } from '../statistics/needed.ts';
import type { BlockedSamples } from '../statistics/blocked-samples.ts';
import type { OrderedSamples } from '../statistics/samples.ts';
import { effectiveInterval, rankOf, samplesNeeded, shareInterval } from '../statistics/ranks.ts';

/** The requests that ask for a quantity: how many had a response that shows it, and how many had none. */
export type ResponseCounts = {
  readonly answered: number;
  readonly failed: number;
  /** Requests that were never sent, and responses that may have failed. */
  readonly perhaps: number;
  /** Variance of the share without a response, divided by the variance for independent requests. */
  readonly effect: number;
};

type PercentileOfAll = NonNullable<Distribution['ofAll']>[number];

/** The samples of the answered requests. */
type Answered = {
  readonly n: number;
  /** The sample below which this share of the samples lies, at its high and at its low end. */
  readonly high: (share: number) => number;
  readonly low: (share: number) => number;
  /**
   * The shares of the samples between which a percentile of all requests lies with 95 % confidence. The upper share may
   * exceed 1.
   */
  readonly sharesAround: (q: number, place: number) => readonly [low: number, high: number] | undefined;
};

/**
 * A percentile over all requests: requests without a response count as slower than each answered request, since no user
 * got a response in any time. Where so many failed that the percentile falls on them, it has no value.
 */
export function percentileOfAll(percent: number, unanswered: ResponseCounts, samples: Answered): PercentileOfAll {
  const { answered, failed, perhaps, effect } = unanswered;
  const [q, lost] = [percent / 100, failed + perhaps];
  const all = answered + lost;
  const share = { n: all, share: lost / all, interval: endsOf(lost / effect, all / effect) };
  const told = { percent, failed: share };
  const many = answered === 0 ? lost : Math.floor((samples.n * all) / answered + 1e-9);
  const missing = samplesNeeded(q) - many;
  if (missing > 0) return { ...told, missing };
  const [worst, best] = [(q * all) / answered, (q * (answered + failed)) / answered];
  const atLeast = isAmong(best) ? samples.low(best) : undefined;
  if (!isAmong(worst)) return { ...told, ...(atLeast !== undefined && { atLeast }) };
  const value = samples.high(worst);
  const around = samples.sharesAround(q, worst);
  const from = around && samples.low(Math.min(1, around[0]));
  return {
    ...told,
    value,
    ...(atLeast !== undefined && atLeast !== value && { atLeast }),
    ...(from === undefined || around === undefined
      ? { needed: roundedUp(fewestForInterval(q) * effect) }
      : isAmong(around[1])
        ? { interval: [from, samples.high(around[1])] }
        : { from }),
  };
}

/**
 * Percentiles over all requests of a quantity with a sample per response. Undefined where every request was answered,
 * or where no percentile is asked for.
 */
export function percentilesOfAllRequests(
  of: BlockedSamples,
  percents: readonly number[],
  unanswered: ResponseCounts,
): readonly PercentileOfAll[] | undefined {
  if (!hasUnanswered(unanswered) || percents.length === 0) return undefined;
  const high = of.samples.ordered();
  const low = of.lowSamples()?.ordered() ?? high;
  // A stream without text of the reply was answered, but has no such time: only the samples count.
  const counted = { ...unanswered, answered: high.n };
  const sharesAround = sharesByRank(counted, of.effects());
  const samples = { n: high.n, high: sampleAtShare(high), low: sampleAtShare(low), sharesAround };
  return percents.map((percent) => percentileOfAll(percent, counted, samples));
}

export function hasUnanswered({ failed, perhaps }: ResponseCounts): boolean {
  return failed + perhaps > 0;
}

export function sampleAtShare({ n, at }: OrderedSamples): (share: number) => number {
  return (share) => at(rankOf(n, share));
}

function sharesByRank(
  { answered, failed, perhaps, effect }: ResponseCounts,
  effectAt: (q: number) => number,
): Answered['sharesAround'] {
  const all = answered + failed + perhaps;
  return (q, place) => {
    const ranks = effectiveInterval(all, all / Math.max(effect, effectAt(Math.min(1, place))), q);
    return ranks && [ranks.low / answered, ranks.high / answered];
  };
}

/**
 * The shares for a quantity with many samples per request: combines the uncertainty of its own percentile with that of
 * the share of unanswered requests.
 */
export function sharesByGroups(
  { answered, failed, perhaps, effect }: ResponseCounts,
  halfAt: (share: number) => number | undefined,
): Answered['sharesAround'] {
  const lost = failed + perhaps;
  const all = answered + lost;
  const [low, high] = shareInterval(lost / effect, all / effect);
  return (_, place) => {
    const half = halfAt(Math.min(1, place));
    if (half === undefined) return undefined;
    const spread = Math.hypot(half, (place * ((high - low) / 2) * all) / answered);
    return place - spread <= 0 ? undefined : [place - spread, place + spread];
  };
}

function isAmong(share: number): boolean {
  return share <= 1 + 1e-9;
}

function endsOf(count: number, n: number): [number, number] {
  const [low, high] = shareInterval(count, n);
  return [low, high];
}
