import type { LoadPlan } from '../../load/plan/plan.ts';
import { afterRunCreditsEach } from './asking/ask-after-run.ts';
import { beforeRunCreditsEach, marksCredits } from './asking/ask-for-marks.ts';
import { learningCredits as ruleCredits } from './asking/ask-for-streams.ts';
import type { LoadOptions } from './read-options.ts';

/** Most credits for learning how the bot replies: reserved from `--max-credits` before the schedule is made. */
export function creditsToLearn(learnsRule: boolean, marked: number): number {
  return (learnsRule ? ruleCredits : 0) + marked * marksCredits;
}

/** The options of the run with the credits that learning leaves. */
export function withoutLearningCredits(options: LoadOptions, learningCredits: number): LoadOptions {
  const { maxCredits } = options;
  if (maxCredits === undefined) return options;
  return { ...options, maxCredits: Math.max(0, maxCredits - learningCredits), learningCredits };
}

/** The credits that the schedule leaves, for sequential replies before the run and then after it. */
export function spareCredits(
  { maxCredits }: LoadOptions,
  plan: LoadPlan,
  marked: number,
): { readonly beforeRunCredits: number; readonly afterRunCredits: number } {
  const spare = maxCredits === undefined ? Infinity : Math.max(0, Math.floor(maxCredits - plan.credits));
  const beforeRunCredits = Math.min(marked * beforeRunCreditsEach, spare);
  // In a conversation, a reply depends on all earlier turns, so none is requested after the run.
  const asksAfter = plan.turns === 1 ? marked * afterRunCreditsEach : 0;
  return { beforeRunCredits, afterRunCredits: Math.min(asksAfter, spare - beforeRunCredits) };
}

/** `--max-credits N`, and what part of it is reserved. */
export function maxCreditsText(maxCredits: number | undefined, learningCredits: number): string {
  const kept = learningCredits === 0 ? '' : `, less ${learningCredits} to learn how the bot replies,`;
  return `--max-credits ${(maxCredits ?? 0) + learningCredits}${kept}`;
}
