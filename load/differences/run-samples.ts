import {
  effectiveBySample,
  hasToEstimate,
  shareBySample,
  type CountedShare,
  type DecodingCounts,
} from '../statistics/shares.ts';
import { goodputRule } from '../slo/goodput.ts';
import { sloFrom } from '../slo/parse-slo.ts';
import { isWithin, phaseOf, steadyMs, steadyWindows } from '../plan/phases.ts';
import { isDecoded, isWrongByDecoding, isUndecoded, mayHaveFailed, type RequestRecord } from '../records/record.ts';
import type { RequestsHeader } from '../records/requests.ts';
import { collectBlocked, type QuantileOf } from '../statistics/blocked-samples.ts';
import { designEffect, totalOf, type Blocks } from '../statistics/blocks.ts';
import { timeBlocks } from '../plan/time-blocks.ts';
import {
  sampledNames,
  sampledQuantities,
  samplesOf,
  shareNames,
  type SampledName,
  type ShareName,
} from './quantities.ts';
import { countCensored, type CensoredCounts } from './censored.ts';

/**
 * Most samples that are kept individually: a million. A long run has more gaps, which are counted in a histogram, to
 * 1/256.
 */
const exactLimit = 2 ** 20;

/** The data of a run that a comparison needs, as a fold over its records. */
type RunSamples = {
  readonly add: (record: RequestRecord) => void;
  /** Sorts all samples. */
  readonly result: () => ComparedRun;
};

export type ComparedRun = {
  readonly quantiles: { readonly [Name in SampledName]: QuantileOf };
  /**
   * Shares of the requests that were answered or failed; `wrong` is over the responses that were judged. `goodput` only
   * where there is an SLO.
   */
  readonly shares: { readonly [Name in ShareName]?: CountedShare };
  /**
   * Failures including the streams that ended in an error object, which may or may not have failed. Absent where there
   * are none.
   */
  readonly failuresAtMost?: CountedShare;
  /** Length of the schedule without the time that is left out of the figures. */
  readonly steadyMs: number;
  readonly censored: CensoredCounts;
};

export function runSamples({ scenario, settings }: Pick<RequestsHeader, 'scenario' | 'settings'>): RunSamples {
  const blocks = timeBlocks(scenario, settings);
  const phase = phaseOf(scenario, settings);
  const windows = steadyWindows(scenario, settings);
  const slo = sloFrom(settings.slo);
  const goodnessOf = slo && goodputRule(slo, settings.content);
  const sampled = byName(sampledNames, (name) =>
    collectBlocked(blocks, { parts: sampledQuantities[name].parts, exactLimit }),
  );
  const perBlock = byName([...shareNames, ...others], () => new Float64Array(blocks.count));
  const count = (name: keyof typeof perBlock, block: number): void => {
    perBlock[name][block] = (perBlock[name][block] as number) + 1;
  };
  const censored = countCensored();
  return {
    add: (record) => {
      // Canary requests have a negative index. Requests aborted at the end of the run count as neither answered nor
      // failed.
      if (record.index < 0 || record.outcome === 'aborted') return;
      // Counts what arrived in the measured time, whenever its request was sent.
      if (record.outcome === 'ok' && windows.some((window) => isWithin(window, record.end)))
        count('rate', blocks.at(record.end));
      if (phase(record) !== 'steady') return;
      const block = blocks.at(record.intended);
      count('judged', block);
      // Records of older runs do not say which rules judged their responses.
      if (record.outcome === 'wrong' || (record.outcome === 'ok' && record.judged !== undefined)) count('whole', block);
      if (record.outcome === 'wrong') count('wrong', block);
      if (isDecoded(record)) count('heard', block);
      if (isWrongByDecoding(record)) count('heardWrong', block);
      if (isUndecoded(record)) count('unheard', block);
      const goodness = goodnessOf?.(record);
      if (goodness === 'good') count('goodput', block);
      censored.addGoodness(goodness === 'unknown');
      if (record.outcome !== 'ok' || mayHaveFailed(record)) count('atMost', block);
      if (record.outcome !== 'ok') return count('failures', block);
      // As in the figures of a run, such a stream gives no times.
      if (mayHaveFailed(record)) return;
      censored.add(record);
      samplesOf(record, (name, low, high) => sampled[name].add(high, block, low));
    },
    result: () => ({
      quantiles: byName(sampledNames, (name) => sampled[name].quantiles()),
      ...sharesOf(perBlock, blocks, goodnessOf !== undefined),
      steadyMs: steadyMs(scenario, settings, settings.durationMs),
      censored: censored.result(),
    }),
  };
}

/**
 * Further counts: of spoken responses those that were decoded, those that only decoding shows to be wrong, and those
 * that were not decoded.
 */
const others = ['atMost', 'judged', 'whole', 'heard', 'heardWrong', 'unheard'] as const;

function sharesOf(
  perBlock: { readonly [Name in ShareName | (typeof others)[number]]: Float64Array },
  blocks: Blocks,
  hasSlo: boolean,
): Pick<ComparedRun, 'shares' | 'failuresAtMost'> {
  const { judged, whole } = perBlock;
  const effectOf = (counts: Float64Array, of = judged): number =>
    designEffect([...of].map((all, block) => ({ n: all, below: counts[block] ?? 0, stratum: blocks.stratum(block) })));
  const counted = (name: ShareName | 'atMost', effect: number, n = totalOf(judged)): CountedShare => ({
    count: totalOf(perBlock[name]),
    n,
    effective: n / effect,
  });
  const [decoded, wrong, undecoded] = [perBlock.heard, perBlock.heardWrong, perBlock.unheard].map(totalOf) as Three;
  const decoding = { decoded, wrong, undecoded };
  const bySample = (all: CountedShare): CountedShare => (hasToEstimate(decoding) ? estimated(all, decoding) : all);
  const shares = {
    // The effect is that of the failures: requests in flight at the end all lie in the last block, where they are no
    // burst.
    // More requests may end in the measured time than were due in it, because of those in flight at its beginning: the
    // share is limited to 1.
    rate: atMostAll(counted('rate', effectOf(perBlock.failures))),
    ...(hasSlo && { goodput: counted('goodput', effectOf(perBlock.goodput)) }),
    failures: bySample(counted('failures', effectOf(perBlock.failures))),
    wrong: bySample(counted('wrong', effectOf(perBlock.wrong, whole), totalOf(whole))),
  };
  const isMore = totalOf(perBlock.atMost) > totalOf(perBlock.failures);
  return { shares, ...(isMore && { failuresAtMost: counted('atMost', effectOf(perBlock.atMost)) }) };
}

type Three = [number, number, number];

/** As in the report of a single run: undecoded responses are assumed to be as often wrong as decoded ones. */
function estimated({ count, n, effective }: CountedShare, decoding: DecodingCounts): CountedShare {
  const seen = (count - decoding.wrong) / n;
  const { share } = shareBySample({ n, share: seen, interval: [seen, seen] }, decoding);
  return { count: Math.round(share * n), n, effective: Math.min(effective, effectiveBySample(n, decoding)) };
}

function atMostAll(counted: CountedShare): CountedShare {
  return { ...counted, count: Math.min(counted.count, counted.n) };
}

function byName<Name extends string, T>(
  names: readonly Name[],
  make: (name: Name) => T,
): { readonly [Each in Name]: T } {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as { readonly [Each in Name]: T };
}
