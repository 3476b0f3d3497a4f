import type { Judgement, Mismatch } from '../../../model/check.ts';

/**
 * Joins several judgements: an open question in one says nothing of the others, and all are open only where each is.
 */
export function joinJudgements(judgements: readonly Judgement[]): Judgement {
  const reasons = judgements.filter((judgement) => 'inconclusive' in judgement);
  const mismatches = judgements.flatMap((judgement): readonly Mismatch[] =>
    'inconclusive' in judgement ? [] : judgement,
  );
  const unsure = reasons.find(({ isUnspecified }) => isUnspecified !== true);
  if (mismatches.length > 0) return mismatches;
  return unsure ?? (reasons.length === judgements.length ? reasons[0] : undefined) ?? [];
}
