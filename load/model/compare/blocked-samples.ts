import { addCounts, bucketAtRank, bucketCount, bucketOf } from '../histogram.ts';
import { rankOf } from '../ranks.ts';
import { collectSamples, wholeOf } from '../samples.ts';
import type { Worth } from './belief.ts';
import { designEffect, type Blocks } from './blocks.ts';

/** Samples of one quantity, each with the block of time that its request belongs to, in bounded memory. */
export type BlockedSamples = {
  readonly add: (value: number, block: number) => void;
  /** Sorts what was added so far. */
  readonly quantiles: () => QuantileOf;
};

/** `undefined` where there is no sample at all. */
export type QuantileOf = (q: number) => ShownQuantile | undefined;

export type ShownQuantile = { readonly value: number; readonly samples: Worth };

/** A million samples are kept one by one; the gaps of a long run are more, and are counted, to 1/256. */
const exactLimit = 2 ** 20;

/** More would make nothing surer that anybody asks, and cost time. */
const mostWorth = 2 ** 20;

/** @param parts how finely a sample is kept: parts of its unit */
export function collectBlocked(blocks: Blocks, parts: number): BlockedSamples {
  const samples = collectSamples({ parts, exactLimit });
  const byBlock = Array.from({ length: blocks.count }, (): Uint32Array | undefined => undefined);
  return {
    add: (value, block) => {
      samples.add(value);
      const counts = (byBlock[block] ??= new Uint32Array(bucketCount));
      const bucket = bucketOf(wholeOf(value * parts));
      counts[bucket] = (counts[bucket] as number) + 1;
    },
    quantiles: () => {
      const ordered = samples.ordered();
      const { n } = ordered;
      const total = new Uint32Array(bucketCount);
      for (const counts of byBlock) if (counts) addCounts(total, counts);
      const upTo = byBlock.map((counts = new Uint32Array(bucketCount)) => cumulative(counts));
      const effectAt = (q: number): number => {
        const bucket = bucketAtRank(total, rankOf(n, q));
        return designEffect(
          upTo.map((counts, block) => ({
            n: counts[bucketCount - 1] as number,
            below: counts[bucket] as number,
            stratum: blocks.stratum(block),
          })),
        );
      };
      return (q) => {
        if (n === 0) return undefined;
        const worth = Math.min(mostWorth, n / effectAt(q));
        return { value: ordered.at(rankOf(n, q)), samples: { n, worth, at: ordered.at } };
      };
    },
  };
}

function cumulative(counts: Uint32Array): Uint32Array {
  let sum = 0;
  return counts.map((count) => (sum += count));
}
