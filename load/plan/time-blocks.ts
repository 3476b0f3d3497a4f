import { steadyMsOf } from './phases.ts';
import type { LoadSettings } from '../records/settings.ts';
import type { Blocks } from '../statistics/blocks.ts';
import { stepsOf } from './steps.ts';

/**
 * Number of blocks: enough to estimate their spread to an eighth, and few enough for each to be long compared with a
 * burst.
 */
const blockCount = 32;

export function timeBlocks(scenario: string, settings: LoadSettings): Blocks {
  // Each part gets blocks in proportion to its length, and at least two, so that they have a spread.
  return blocksOf(scenario, settings, (share) => Math.max(2, Math.round(blockCount * share)));
}

/**
 * The blocks for the figures of a single run, 16 for each step. They are fewer and longer than those of a comparison,
 * and so contain more of a queue: simulated at 80 % of what a server can bear, the intervals of p50 of 1,000 requests
 * cover the true value in 91 % of runs, with 32 blocks in 88 %, and in 30 % where requests count as independent.
 */
export function stepBlocks(scenario: string, settings: LoadSettings): Blocks {
  return blocksOf(scenario, settings, () => 16);
}

function blocksOf(scenario: string, settings: LoadSettings, countOf: (share: number) => number): Blocks {
  const steps = stepsOf(scenario, settings);
  const parts = steps.length > 0 ? steps : [{ fromMs: 0, toMs: settings.durationMs, settleMs: settings.warmupMs }];
  const lengths = parts.map((part) => steadyMsOf(part, settings.durationMs));
  const wholeMs = lengths.reduce((sum, each) => sum + each, 0);
  const counts = lengths.map((each) => countOf(each / wholeMs));
  const firsts = counts.map((_, place) => counts.slice(0, place).reduce((sum, each) => sum + each, 0));
  const count = counts.reduce((sum, each) => sum + each, 0);
  return {
    count,
    at: (intendedMs) => {
      const part = Math.max(
        0,
        parts.findLastIndex(({ fromMs, settleMs }) => intendedMs >= fromMs + settleMs),
      );
      const { fromMs = 0, settleMs = 0 } = parts[part] ?? {};
      const share = (intendedMs - fromMs - settleMs) / (lengths[part] ?? 1);
      const own = counts[part] ?? 1;
      return (firsts[part] ?? 0) + Math.min(own - 1, Math.max(0, Math.floor(share * own)));
    },
    stratum: (block) => firsts.findLastIndex((first) => block >= first),
  };
}
