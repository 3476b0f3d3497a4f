import { areTogether } from '../../conformance/classification/overlapping.ts';
import { swappedAnswersIn } from '../../conformance/engine/causes/explained/swapped-answers.ts';
import type { RecordedCheck } from './read-shown.ts';

/**
 * True where the recorded failure is an answer to another request that was under way at the same time: its own requests, sent
 * by themselves, show nothing of that.
 */
export function takesOthers({ findings, exchanges }: Pick<RecordedCheck, 'findings' | 'exchanges'>): boolean {
  const failed = findings.filter(({ verdict }) => verdict.is === 'fail');
  const own = new Set(failed.flatMap((finding) => finding.exchanges));
  // Those that are sent at once are sent so again.
  if (areTogether(exchanges.filter(({ id }) => own.has(id)))) return false;
  const swapped = failed.length === 0 ? undefined : swappedAnswersIn(exchanges, failed);
  return swapped !== undefined && failed.some(swapped.has);
}
