import type { BoundJudgement } from '../../load/slo/slo.ts';

/** `undecided: needs about 3,000 requests`; `undefined` where the samples decide the bound. */
export function undecidedText({ undecided }: BoundJudgement): string | undefined {
  if (undecided === undefined) return undefined;
  const { is, requests, atLeast = false } = undecided;
  if (is === 'tooClose' || requests === undefined) return 'undecided: the value is too close to the bound to call';
  return `undecided: needs ${atLeast ? 'at least ' : ''}about ${requests.toLocaleString('en-US')} requests`;
}

/** Why a bound is what it is, and whether the samples show it; empty where there is nothing to say. */
export function reasonsOf(bound: BoundJudgement): readonly string[] {
  return [bound.because, undecidedText(bound)].filter((text) => text !== undefined);
}
