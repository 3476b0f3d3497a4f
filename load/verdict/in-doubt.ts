import type { Figures } from '../figures/figures.ts';
import type { Load } from './load.ts';
import { judgesEachStep } from '../plan/scenarios.ts';
import type { SloBound } from '../slo/slo.ts';
import { undecodedWords, type Observed } from './observed-shares.ts';

/** Most refusals in a row that leave room for doubt: after the fifth, a run ends as out of credits. */
const mostInDoubt = 4;

type WithUncovered = Pick<Load, 'uncovered' | 'uncoveredRequests' | 'complete' | 'scenario'>;

/**
 * Number of the last requests that may not be failures: they were refused with 402, and nothing shows whether credits
 * were left. `tooMany`: if they are not failures, the run had fewer requests than it asked for.
 */
export function doubtfulFailures(
  { uncovered, uncoveredRequests = Infinity, complete, scenario }: WithUncovered,
  { charging }: { readonly charging?: unknown },
): number | 'tooMany' {
  // A workspace that was made for the run has credits for all of it.
  if (uncovered !== true || !complete || charging !== undefined || judgesEachStep(scenario)) return 0;
  return uncoveredRequests > mostInDoubt ? 'tooMany' : uncoveredRequests;
}

/** The value of a share, in percent, without the requests in doubt. Undefined where they do not change it. */
export function shareWithoutDoubtful(
  { quantity, unit }: SloBound,
  { counts, failureShare, goodput }: Figures,
  inDoubt: number,
): number | undefined {
  const judged = counts.ok + counts.failed - inDoubt;
  if (inDoubt === 0 || judged <= 0 || unit !== '%') return undefined;
  if (quantity === 'failures') return (100 * (Math.round(failureShare.share * failureShare.n) - inDoubt)) / judged;
  return quantity === 'goodput' && goodput !== undefined ? (100 * goodput.count) / judged : undefined;
}

/** Words for the middle of a sentence. */
export function doubtfulFailuresText(inDoubt: number): string {
  const last = inDoubt === 1 ? 'the last request was' : `the last ${inDoubt} requests were`;
  return `${last} refused with 402, and nothing behind it shows whether credits were left`;
}

const ofReads = 'several events arrived in one read and only the time of the last one is known';

/** Why only the lowest and the highest possible value are known. */
export function rangeReason({ quantity, statistic }: SloBound, figures: Figures, inDoubt: number): string {
  const { failuresAtMost, failures, events } = figures;
  const isPercentile = typeof statistic === 'object';
  const countsFailures = isPercentile || quantity === 'failures' || quantity === 'goodput';
  const undecoded = quantity === 'goodput' || isPercentile ? undecodedWords(figures) : undefined;
  if (undecoded !== undefined) return undecoded;
  if (inDoubt > 0 && countsFailures) return doubtfulFailuresText(inDoubt);
  const ofErrors =
    failuresAtMost &&
    `${endedInErrorText(failuresAtMost.streams)}, and the document does not show whether that is a failure`;
  const { notSent = 0 } = failures;
  const ofUnsent = notSent === 1 ? 'one request was never sent' : `${notSent} requests were never sent`;
  const reasons = [
    ...(countsFailures && ofErrors !== undefined ? [ofErrors] : []),
    ...(isPercentile && notSent > 0 ? [ofUnsent] : []),
    ...(events.uncertain > 0 && quantity !== 'failures' ? [ofReads] : []),
  ];
  return reasons.length === 0 ? ofReads : reasons.join(', or since ');
}

export function endedInErrorText(streams: number): string {
  return `${streams} ${streams === 1 ? 'stream' : 'streams'} ended in an event with an error object`;
}

/** Adds the best possible value: where other requests are in doubt too, the further of both counts. */
export function withBestValue(observed: Observed, best: number | undefined): Observed {
  if (best === undefined || 'because' in observed) return observed;
  const isLess = best < observed.value;
  return { ...observed, best: isLess ? Math.min(best, observed.best ?? best) : Math.max(best, observed.best ?? best) };
}
