import { areConcurrent } from '../../conformance/classification/overlapping.ts';
import { swappedAnswersIn } from '../../conformance/engine/causes/explained/swapped-answers.ts';
import type { RecordedCheck } from './read-shown.ts';

/**
 * True where the recorded failure is a response to another request under way at the same time: the check's own requests
 * do not reproduce that alone.
 */
export function isAnswerToOtherRequest({
  findings,
  exchanges,
}: Pick<RecordedCheck, 'findings' | 'exchanges'>): boolean {
  const failed = findings.filter(({ verdict }) => verdict.is === 'fail');
  const own = new Set(failed.flatMap((finding) => finding.exchanges));
  // Requests that were sent at once are sent at once again.
  if (areConcurrent(exchanges.filter(({ id }) => own.has(id)))) return false;
  const swapped = failed.length === 0 ? undefined : swappedAnswersIn(exchanges, failed);
  return swapped !== undefined && failed.some(swapped.has);
}
