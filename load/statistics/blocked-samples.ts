import {
  distributionOf,
  distributionWithoutIntervals,
  withLowEnds,
  type Detail,
  type Distribution,
} from './distribution.ts';
import { meanInterval, momentsOf } from './mean-interval.ts';
import type { Censored, MeasuredSamples } from './measured.ts';
import { addCounts, bucketCount, bucketOf, countOf } from './histogram.ts';
import { fewestForMoment, rankOf } from './ranks.ts';
import { collectSamples, roundToUint32, type Samples, type SamplesOptions } from './samples.ts';
import type { EffectiveSample } from './quantile-distribution.ts';
import { quantileEffects, type Blocks } from './blocks.ts';

/** Samples of one quantity, each with the block of time that its request belongs to, in bounded memory. */
export type BlockedSamples = {
  /** @param low the low end of a censored value; otherwise equal to `high` */
  readonly add: (high: number, block: number, low?: number) => void;
  /** Takes in the samples of another collection with the same blocks and options. */
  readonly merge: (other: BlockedSamples) => void;
  /** All samples, each at its high end. */
  readonly samples: Samples;
  /** All samples, each at its low end. Undefined where no sample is censored. */
  readonly lowSamples: () => Samples | undefined;
  /** The censored samples at their high ends. Undefined where no sample is censored. */
  readonly censored: () => Samples | undefined;
  /** For each quantile of the samples added so far: its variance divided by the variance for independent samples. */
  readonly effects: () => (q: number) => number;
  /** Quantiles of the samples added so far. Sorts them. */
  readonly quantiles: () => QuantileOf;
  /** Confidence interval of the mean of the samples added so far, or how many samples such an interval needs. */
  readonly ofMean: () => MeasuredSamples['ofMean'];
  /** The same with each sample at its low end: this moves the mean, and may also spread the samples further. */
  readonly ofLowMean: () => MeasuredSamples['ofMean'];
  /** The state that `merge` takes over, with the current number of samples in each bucket. */
  readonly state: () => BlockedState;
};

type BlockedState = {
  /** The samples of each block in buckets, each sample at its high end. */
  readonly counts: readonly (Uint32Array | undefined)[];
  readonly atHigh: Sums;
  /** Undefined where no sample is censored. */
  readonly atLow: Sums | undefined;
};

/**
 * What a mean is computed from: the bucket counts of all samples, and the sum of the samples of each block in whole
 * parts.
 */
type Sums = { readonly total: Uint32Array; readonly sums: Float64Array };

/** Undefined where there are no samples. */
export type QuantileOf = (q: number) => ShownQuantile | undefined;

export type ShownQuantile = Censored & { readonly samples: EffectiveSample };

/** Largest effective sample size: a larger one makes no reported figure more certain, and costs time. */
const largestEffectiveSize = 2 ** 20;

export function collectBlocked(blocks: Blocks, options: SamplesOptions): BlockedSamples {
  const samples = collectSamples(options);
  const { parts } = samples;
  const byBlock = Array.from({ length: blocks.count }, (): Uint32Array | undefined => undefined);
  // These sums are maintained on every add: a live run asks for them every second, and there may be hundreds of blocks.
  const atHigh: Sums = { total: new Uint32Array(bucketCount), sums: new Float64Array(blocks.count) };
  let censored: Samples | undefined;
  let atLow: (Sums & { readonly samples: Samples }) | undefined;
  /** Creates the low-end samples at the first censored sample: until then both ends of each sample are equal. */
  const lowEnds = (): NonNullable<typeof atLow> => {
    if (atLow !== undefined) return atLow;
    const low = collectSamples(options);
    low.merge(samples);
    atLow = { samples: low, total: atHigh.total.slice(), sums: atHigh.sums.slice() };
    return atLow;
  };
  const effects = (): ((q: number) => number) => quantileEffects(byBlock, atHigh.total.slice(), blocks);
  const meanOf = ({ total, sums }: Sums): MeasuredSamples['ofMean'] => {
    // A quantity that no request has does not need more samples.
    if (samples.state().n === 0) return undefined;
    const totals = byBlock.flatMap((counts, block) =>
      counts ? [{ n: countOf(counts), total: sums[block] as number, stratum: blocks.stratum(block) }] : [],
    );
    const interval = meanInterval(momentsOf(total), totals);
    return interval === undefined
      ? { needed: fewestForMoment }
      : { interval: [interval[0] / parts, interval[1] / parts] };
  };
  return {
    add: (high, block, low = high) => {
      if (low < high) {
        lowEnds();
        (censored ??= collectSamples(options)).add(high);
      }
      if (atLow !== undefined) {
        atLow.samples.add(low);
        const whole = roundToUint32(low * parts);
        addTo(atLow, block, whole, bucketOf(whole));
      }
      samples.add(high);
      const whole = roundToUint32(high * parts);
      const bucket = bucketOf(whole);
      const counts = (byBlock[block] ??= new Uint32Array(bucketCount));
      counts[bucket] = (counts[bucket] as number) + 1;
      addTo(atHigh, block, whole, bucket);
    },
    merge: (other) => {
      const more = other.state();
      if (more.atLow !== undefined) lowEnds();
      atLow?.samples.merge(other.lowSamples() ?? other.samples);
      if (atLow !== undefined) mergeSums(atLow, more.atLow ?? more.atHigh);
      const moreCensored = other.censored();
      if (moreCensored) (censored ??= collectSamples(options)).merge(moreCensored);
      samples.merge(other.samples);
      mergeSums(atHigh, more.atHigh);
      more.counts.forEach((counts, block) => {
        if (counts) addCounts((byBlock[block] ??= new Uint32Array(bucketCount)), counts);
      });
    },
    samples,
    lowSamples: () => atLow?.samples,
    censored: () => censored,
    effects,
    ofMean: () => meanOf(atHigh),
    ofLowMean: () => meanOf(atLow ?? atHigh),
    state: () => ({ counts: byBlock, atHigh, atLow }),
    quantiles: () => {
      const ordered = samples.ordered();
      const lowOrdered = atLow?.samples.ordered();
      const ends = lowOrdered && censored ? { lowAt: lowOrdered.at, censored: censored.ordered() } : {};
      const { n } = ordered;
      const effectAt = effects();
      return (q) => {
        if (n === 0) return undefined;
        const effectiveSize = Math.min(largestEffectiveSize, n / effectAt(q));
        const rank = rankOf(n, q);
        const high = ordered.at(rank);
        return {
          low: lowOrdered?.at(rank) ?? high,
          high,
          samples: { n, effectiveSize, at: ordered.at, ...ends },
        };
      };
    },
  };
}

/** The distribution of these samples, with intervals that account for the differences between blocks of time. */
export function blockedDistribution(of: BlockedSamples, detail: Detail = {}): Distribution {
  const { samples } = of;
  const [lowSamples, percents] = [of.lowSamples(), detail.percents ?? []];
  if (detail.quick === true) {
    const atHigh = distributionWithoutIntervals(samples.selected(of.state().atHigh.total), samples.parts, detail);
    if (lowSamples === undefined) return atHigh;
    return withLowEnds(atHigh, distributionWithoutIntervals(lowSamples.selected(), lowSamples.parts, { percents }));
  }
  const effectAt = of.effects();
  const atHigh = distributionOf(samples, detail, effectAt, of.ofMean(), of.censored());
  if (lowSamples === undefined) return atHigh;
  const own = { percents, curve: detail.curve === true };
  return withLowEnds(atHigh, distributionOf(lowSamples, own, effectAt, of.ofLowMean()));
}

/** Called for every sample, so the caller passes the bucket that it already computed. */
function addTo({ total, sums }: Sums, block: number, whole: number, bucket: number): void {
  sums[block] = (sums[block] as number) + whole;
  total[bucket] = (total[bucket] as number) + 1;
}

function mergeSums(into: Sums, from: Sums): void {
  addCounts(into.total, from.total);
  from.sums.forEach((sum, block) => (into.sums[block] = (into.sums[block] as number) + sum));
}
