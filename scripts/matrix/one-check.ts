import { findsFault, type Check } from '../../conformance/model/check.ts';
import { mayDeclare } from '../../reports/matrix.ts';
import { knownFaults } from '../content/known-faults.ts';
import type { FaultId } from '../../fixtures/faults/index.ts';
import type { MatrixAnswer, MatrixJob } from './worker.ts';
import { answersOfWorkers } from './workers.ts';

/**
 * What one check finds: a fault; `valid` where it fails on the valid service itself, `open` where it has no verdict
 * there.
 */
type Found = FaultId | 'valid' | 'open';

/** The faults that one check finds on the valid service with its own probe alone. */
export async function faultsFoundBy(
  check: Check,
  faultIds: readonly FaultId[],
  worker: string,
): Promise<readonly Found[]> {
  const jobs = [undefined, ...faultIds].map((fault): MatrixJob => ({
    base: 'valid',
    check: check.id,
    ...(fault === undefined ? {} : { fault }),
  }));
  const answers = await answersOfWorkers<MatrixJob, MatrixAnswer>(worker, jobs);
  return jobs.flatMap(({ fault }, at): readonly Found[] => {
    const answer = answers[at];
    if (answer?.failed.includes(check.id) !== true) return [];
    return [fault ?? (answer.open.includes(check.id) ? 'open' : 'valid')];
  });
}

/**
 * The output of `npm run matrix -- --check ID`: each fault with its declaration. `isSound`: the check fails on no valid
 * service, finds each fault that it names, and finds no fault that does not declare it.
 */
export function oneCheckReport(
  check: Check,
  faultIds: readonly FaultId[],
  found: readonly Found[],
): { readonly text: string; readonly isSound: boolean } {
  const declared = new Set(knownFaults().flatMap(({ fault, checks }) => (checks.has(check.id) ? [fault] : [])));
  const mistakes = faultIds.filter((fault) => found.includes(fault));
  const troubles = [
    ...(found.includes('valid') ? [`✗ ${check.id} accuses the valid service`] : []),
    ...(found.includes('open')
      ? [`? ${check.id} is inconclusive on the valid service, so nothing is known of it`]
      : []),
    // Faults in `alsoFinds` may show in no response to this probe: conformance/matrix.test.ts looks for them in others.
    ...faultIds
      .filter((fault) => check.fault === fault && !found.includes(fault))
      .map((fault) => `✗ ${fault}, which it names, is not found`),
    ...mistakes
      .filter((fault) => !declared.has(fault))
      .map((fault) => `✗ ${fault} also fails it, which neither declares: ${mayDeclare}`),
  ];
  const named = mistakes.filter((fault) => findsFault(check, fault));
  const foreseen = mistakes.filter((fault) => declared.has(fault) && !named.includes(fault));
  const lines = [
    `${check.id} finds ${mistakes.length} of ${faultIds.length} faults on the valid service`,
    ...(named.length === 0 ? [] : [`named by the check: ${named.join(', ')}`]),
    ...(foreseen.length === 0 ? [] : [`declared by their alsoFails: ${foreseen.join(', ')}`]),
    ...(check.ofEvery === undefined ? [] : ['only answers to its own probe were judged; a whole run has others too']),
  ];
  return { text: [...lines, ...troubles].join('\n'), isSound: troubles.length === 0 };
}
