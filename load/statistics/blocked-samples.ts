import { distributionOf, quickly, withLowEnds, type Detail, type Distribution } from './distribution.ts';
import { meanInterval, momentsOf } from './mean-interval.ts';
import type { Censored, Measured } from './measured.ts';
import { addCounts, bucketAtRank, bucketCount, bucketOf } from './histogram.ts';
import { fewestForMoment, rankOf } from './ranks.ts';
import { collectSamples, wholeOf, type Samples, type SamplesOptions } from './samples.ts';
import type { EffectiveSample } from './quantile-distribution.ts';
import { designEffect, type Blocks } from './blocks.ts';

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
  /** How many there are in each bucket of the histogram just now. */
  readonly total: () => Uint32Array;
  /** What `merge` takes over. */
  readonly counts: () => readonly (Uint32Array | undefined)[];
  /** What the samples of each block come to together, in whole parts. */
  readonly sums: () => Float64Array;
  /** The same of all samples, each at its low end. */
  readonly lowSums: () => Sums | undefined;
  /** The interval of the mean of what was added so far, or how many samples it needs. */
  readonly ofMean: () => Measured['ofMean'];
  /** The same, each at its low end: which moves the mean, and may spread the samples further too. */
  readonly ofLowMean: () => Measured['ofMean'];
};

/** What a mean is made of: the buckets of all samples together, and what those of each block come to. */
type Sums = { readonly total: Uint32Array; readonly sums: Float64Array };

/** `undefined` where there is no sample at all. */
export type QuantileOf = (q: number) => ShownQuantile | undefined;

export type ShownQuantile = Censored & { readonly samples: EffectiveSample };

/** A million samples are kept one by one; the gaps of a long run are more, and are counted, to 1/256. */
export const comparedExactLimit = 2 ** 20;

/** More would make nothing surer that anybody asks, and cost time. */
const largestEffectiveSize = 2 ** 20;

export function collectBlocked(blocks: Blocks, options: SamplesOptions): BlockedSamples {
  const samples = collectSamples(options);
  const { parts } = samples;
  const byBlock = Array.from({ length: blocks.count }, (): Uint32Array | undefined => undefined);
  const sums = new Float64Array(blocks.count);
  // Kept at hand: a run that goes on asks for it every second, and there may be hundreds of blocks.
  const total = new Uint32Array(bucketCount);
  let [lowSamples, censored]: (Samples | undefined)[] = [];
  let lowSums: Sums | undefined;
  const withLowSamples = (): Samples => {
    if (lowSamples === undefined) {
      lowSamples = collectSamples(options);
      lowSamples.merge(samples);
      lowSums = { total: total.slice(), sums: sums.slice() };
    }
    return lowSamples;
  };
  const addTo = (to: Sums, block: number, whole: number): void => {
    const bucket = bucketOf(whole);
    to.sums[block] = (to.sums[block] as number) + whole;
    to.total[bucket] = (to.total[bucket] as number) + 1;
  };
  const meanOf = (of: Sums): Measured['ofMean'] => {
    // What no request had needs no more of them.
    if (samples.state().n === 0) return undefined;
    const totals = byBlock.flatMap((counts, block) =>
      counts ? [{ n: sizeOf(counts), total: of.sums[block] as number, stratum: blocks.stratum(block) }] : [],
    );
    const interval = meanInterval(momentsOf(of.total), totals);
    return interval === undefined
      ? { needed: fewestForMoment }
      : { interval: [interval[0] / parts, interval[1] / parts] };
  };
  return {
    add: (high, block, low = high) => {
      if (low < high) {
        withLowSamples();
        (censored ??= collectSamples(options)).add(high);
      }
      lowSamples?.add(low);
      if (lowSums) addTo(lowSums, block, wholeOf(low * parts));
      samples.add(high);
      const counts = (byBlock[block] ??= new Uint32Array(bucketCount));
      const whole = wholeOf(high * parts);
      const bucket = bucketOf(whole);
      counts[bucket] = (counts[bucket] as number) + 1;
      addTo({ total, sums }, block, whole);
    },
    merge: (other) => {
      if (other.lowSamples() !== undefined) withLowSamples();
      lowSamples?.merge(other.lowSamples() ?? other.samples);
      if (lowSums) mergeSums(lowSums, other.lowSums() ?? { total: other.total(), sums: other.sums() });
      const more = other.censored();
      if (more) (censored ??= collectSamples(options)).merge(more);
      samples.merge(other.samples);
      mergeSums({ total, sums }, { total: other.total(), sums: other.sums() });
      other.counts().forEach((counts, block) => {
        if (counts) addCounts((byBlock[block] ??= new Uint32Array(bucketCount)), counts);
      });
    },
    samples,
    lowSamples: () => lowSamples,
    censored: () => censored,
    effects: () => atLeastByMedian(effectsOf(byBlock, total.slice(), blocks)),
    total: () => total,
    counts: () => byBlock,
    sums: () => sums,
    lowSums: () => lowSums,
    ofMean: () => meanOf({ total, sums }),
    ofLowMean: () => meanOf(lowSums ?? { total, sums }),
    quantiles: () => {
      const ordered = samples.ordered();
      const lowOrdered = lowSamples?.ordered();
      const ends = lowOrdered && censored ? { lowAt: lowOrdered.at, censored: censored.ordered() } : {};
      const { n } = ordered;
      const effectAt = effectsOf(byBlock, total.slice(), blocks);
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
  const { samples, effects, total } = of;
  const [lowSamples, percents] = [of.lowSamples(), detail.percents ?? []];
  if (detail.quick === true) {
    const atHigh = quickly(samples.selected(total()), samples.parts, detail);
    if (lowSamples === undefined) return atHigh;
    return withLowEnds(atHigh, quickly(lowSamples.selected(), lowSamples.parts, { percents }));
  }
  const effectAt = effects();
  const atHigh = distributionOf(samples, detail, effectAt, of.ofMean(), of.censored());
  if (lowSamples === undefined) return atHigh;
  const own = { percents, curve: detail.curve === true };
  return withLowEnds(atHigh, distributionOf(lowSamples, own, effectAt, of.ofLowMean()));
}

function mergeSums(into: Sums, from: Sums): void {
  addCounts(into.total, from.total);
  from.sums.forEach((sum, block) => (into.sums[block] = (into.sums[block] as number) + sum));
}

function sizeOf(counts: Uint32Array): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * Of 1,000 samples ten lie above p99, and where neighbours are much alike, in so few blocks that their spread says little:
 * now and then it comes out as that of independent samples, and only then an interval would be told, far too narrow. The
 * median's effect is known well, and the tail's is hardly below its root. Simulated with a likeness of 0.95 from sample to
 * sample, 1,000 samples told a p99 in 6 % of runs, which held the true one in a third; with this they tell none. With 0.8
 * they held it in 91 %, and do in 95 %.
 */
function atLeastByMedian(effectAt: (q: number) => number): (q: number) => number {
  const least = Math.sqrt(effectAt(0.5));
  return (q) => Math.max(least, effectAt(q));
}

function effectsOf(
  byBlock: readonly (Uint32Array | undefined)[],
  total: Uint32Array,
  blocks: Blocks,
): (q: number) => number {
  const n = sizeOf(total);
  const upTo = byBlock.flatMap((counts, block) =>
    counts ? [{ counts: cumulative(counts), stratum: blocks.stratum(block) }] : [],
  );
  return (q) => {
    const bucket = bucketAtRank(total, rankOf(n, q));
    return designEffect(
      upTo.map(({ counts, stratum }) => ({
        n: counts[bucketCount - 1] as number,
        below: counts[bucket] as number,
        stratum,
      })),
    );
  };
}

function cumulative(counts: Uint32Array): Uint32Array {
  let sum = 0;
  return counts.map((count) => (sum += count));
}
