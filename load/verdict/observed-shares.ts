import type { Figures, Share } from '../figures/figures.ts';
import { meetsBound, type BoundJudgement, type SloBound } from '../slo/slo.ts';
import type { ObservedValue } from './quantile-at.ts';
import { undecidedShare } from './undecided.ts';

export type Observed = ObservedValue | { readonly because: string };

export function percentOf({ share, interval }: Share): ObservedValue {
  return { value: share * 100, interval: [interval[0] * 100, interval[1] * 100] };
}

export function failuresIn(figures: Figures): Observed {
  const { failureShare, failuresBySample } = figures;
  const worst = worstFailures(figures);
  if (worst === failureShare) return percentOf(failureShare);
  return { ...percentOf(worst), best: (failuresBySample?.interval[0] ?? failureShare.share) * 100 };
}

export function wrongIn({ wrongShare, failuresBySample }: Figures): Observed {
  if (wrongShare === undefined) return { because: 'no answer came whole' };
  const observed = percentOf(wrongShare);
  return failuresBySample === undefined ? observed : { ...observed, best: wrongShare.interval[0] * 100 };
}

/**
 * The worst case of failures: with those that may have failed, and those estimated from decoded samples. The known
 * share where there are neither.
 */
export function worstFailures({ failureShare, failuresAtMost, failuresBySample }: Figures): Share {
  if (failuresBySample === undefined) return failuresAtMost ?? failureShare;
  if (failuresAtMost === undefined) return failuresBySample;
  const { n, share, interval } = failuresBySample;
  const perhaps = failuresAtMost.share - failureShare.share;
  return { n, share: Math.min(1, share + perhaps), interval: [interval[0], Math.min(1, interval[1] + perhaps)] };
}

/** Why the decoded samples leave a share uncertain. Undefined where they do not. */
export function undecodedWords({ judged, failuresBySample }: Figures): string | undefined {
  if (failuresBySample === undefined) return undefined;
  const { n, broke } = judged?.['decoded'] ?? { n: 0, broke: 0 };
  return `of ${n} spoken answers that were decoded ${broke} ${broke === 1 ? 'is' : 'are'} wrong, which does not show how many of the other ${failuresBySample.undecoded} are`;
}

/** Whether the requests decide on which side of its bound their share lies. */
export function undecidedOfShare(bound: SloBound, figures: Figures): Pick<BoundJudgement, 'undecided'> {
  const { quantity, unit } = bound;
  const { failureShare, wrongShare, failuresBySample, goodput } = figures;
  const worst = worstFailures(figures);
  // Where the worst value meets the bound, it decides; where the best value violates the bound, the best value decides.
  const failures = meetsBound(worst.share * 100, bound) ? worst : failureShare;
  const share = { failures, wrong: wrongShare, goodput: unit === '%' ? goodput : undefined };
  const own = quantity === 'failures' || quantity === 'wrong' || quantity === 'goodput' ? share[quantity] : undefined;
  if (own === undefined || ('atMost' in own && own.atMost !== undefined)) return {};
  const open = undecidedShare(bound, own);
  // More requests would not help: no more of them would be decoded.
  const isSampled = failuresBySample !== undefined && quantity !== 'goodput' && open.undecided !== undefined;
  return isSampled ? { undecided: { is: 'tooClose' } } : open;
}
