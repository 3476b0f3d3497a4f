import type { BoundJudgement } from '../../load/slo/slo.ts';

/** `undecided at 95 %: about 3,000 requests would decide`; `undefined` where the samples decide the bound. */
export function undecidedText({ undecided }: BoundJudgement): string | undefined {
  if (undecided === undefined) return undefined;
  const { is, requests, atLeast = false } = undecided;
  if (is === 'tooClose' || requests === undefined)
    return 'undecided at 95 %: the value is too close to the bound to call';
  const many = `about ${requests.toLocaleString('en-US')} requests`;
  return `undecided at 95 %: ${atLeast ? `an interval needs at least ${many}` : `${many} would decide`}`;
}

/** Why a bound is what it is, and whether the samples show it; empty where there is nothing to say. */
export function reasonsOf(bound: BoundJudgement): readonly string[] {
  return [bound.because, undecidedText(bound)].filter((text) => text !== undefined);
}

/** The same behind a verdict and what was observed: `: why it is inconclusive; undecided at 95 %: …`. */
export function reasonsText(bound: BoundJudgement): string {
  const undecided = undecidedText(bound);
  return `${bound.because === undefined ? '' : `: ${bound.because}`}${undecided === undefined ? '' : `; ${undecided}`}`;
}
