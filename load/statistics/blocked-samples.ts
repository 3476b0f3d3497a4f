import { distributionOf, quickly, withLowEnds, type Detail, type Distribution } from './distribution.ts';
import { meanInterval, momentsOf } from './mean-interval.ts';
import type { Censored, Measured } from './measured.ts';
import { addCounts, bucketCount, bucketOf, countOf } from './histogram.ts';
import { fewestForMoment, rankOf } from './ranks.ts';
import { collectSamples, wholeOf, type Samples, type SamplesOptions } from './samples.ts';
import type { EffectiveSample } from './quantile-distribution.ts';
import { quantileEffects, type Blocks } from './blocks.ts';

/** Samples of one quantity, each with the block of time that its request belongs to, in bounded memory. */
export type BlockedSamples = {
  /** @param low of a censored value the low end, else the same */
  readonly add: (high: number, block: number, low?: number) => void;
  /** Takes in the samples of another collection with the same blocks and options. */
  readonly merge: (other: BlockedSamples) => void;
  /** Each at its high end. */
  readonly samples: Samples;
  /** Each at its low end; `undefined` where none is censored. */
  readonly lowSamples: () => Samples | undefined;
  /** Those that are censored, at their high ends; `undefined` where none is. */
  readonly censored: () => Samples | undefined;
  /** How many times more each quantile varies than that of independent samples would, of what was added so far. */
  readonly effects: () => (q: number) => number;
  /** Sorts what was added so far. */
  readonly quantiles: () => QuantileOf;
  /** The interval of the mean of what was added so far, or how many samples it needs. */
  readonly ofMean: () => Measured['ofMean'];
  /** The same, each at its low end: which moves the mean, and may spread the samples further too. */
  readonly ofLowMean: () => Measured['ofMean'];
  /** What `merge` takes over, and how many samples there are in each bucket just now. */
  readonly state: () => BlockedState;
};

type BlockedState = {
  /** The samples of each block in buckets, each at its high end. */
  readonly counts: readonly (Uint32Array | undefined)[];
  readonly atHigh: Sums;
  /** `undefined` where none is censored. */
  readonly atLow: Sums | undefined;
};

/** What a mean is made of: the buckets of all samples together, and what those of each block come to, in whole parts. */
type Sums = { readonly total: Uint32Array; readonly sums: Float64Array };

/** `undefined` where there is no sample at all. */
export type QuantileOf = (q: number) => ShownQuantile | undefined;

export type ShownQuantile = Censored & { readonly samples: EffectiveSample };

/** More would make nothing surer that anybody asks, and cost time. */
const largestEffectiveSize = 2 ** 20;

export function collectBlocked(blocks: Blocks, options: SamplesOptions): BlockedSamples {
  const samples = collectSamples(options);
  const { parts } = samples;
  const byBlock = Array.from({ length: blocks.count }, (): Uint32Array | undefined => undefined);
  // Kept at hand: a run that goes on asks for it every second, and there may be hundreds of blocks.
  const atHigh: Sums = { total: new Uint32Array(bucketCount), sums: new Float64Array(blocks.count) };
  let censored: Samples | undefined;
  let atLow: (Sums & { readonly samples: Samples }) | undefined;
  /** Until the first censored one both ends of each sample are one. */
  const lowEnds = (): NonNullable<typeof atLow> => {
    if (atLow !== undefined) return atLow;
    const low = collectSamples(options);
    low.merge(samples);
    atLow = { samples: low, total: atHigh.total.slice(), sums: atHigh.sums.slice() };
    return atLow;
  };
  const effects = (): ((q: number) => number) => quantileEffects(byBlock, atHigh.total.slice(), blocks);
  const meanOf = ({ total, sums }: Sums): Measured['ofMean'] => {
    // What no request had needs no more of them.
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
        const whole = wholeOf(low * parts);
        addTo(atLow, block, whole, bucketOf(whole));
      }
      samples.add(high);
      const whole = wholeOf(high * parts);
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

/** What they tell of a run, its intervals as wide as blocks of time differ. */
export function blockedDistribution(of: BlockedSamples, detail: Detail = {}): Distribution {
  const { samples } = of;
  const [lowSamples, percents] = [of.lowSamples(), detail.percents ?? []];
  if (detail.quick === true) {
    const atHigh = quickly(samples.selected(of.state().atHigh.total), samples.parts, detail);
    if (lowSamples === undefined) return atHigh;
    return withLowEnds(atHigh, quickly(lowSamples.selected(), lowSamples.parts, { percents }));
  }
  const effectAt = of.effects();
  const atHigh = distributionOf(samples, detail, effectAt, of.ofMean(), of.censored());
  if (lowSamples === undefined) return atHigh;
  const own = { percents, curve: detail.curve === true };
  return withLowEnds(atHigh, distributionOf(lowSamples, own, effectAt, of.ofLowMean()));
}

/** Called for every sample: its bucket is known to the caller. */
function addTo({ total, sums }: Sums, block: number, whole: number, bucket: number): void {
  sums[block] = (sums[block] as number) + whole;
  total[bucket] = (total[bucket] as number) + 1;
}

function mergeSums(into: Sums, from: Sums): void {
  addCounts(into.total, from.total);
  from.sums.forEach((sum, block) => (into.sums[block] = (into.sums[block] as number) + sum));
}
