import { everyCheck } from '../../conformance/every.ts';
import { judgeService } from '../../conformance/judged.testing.ts';
import { combinations, withVariants, type CombinationId } from '../../fixtures/index.ts';
import { answerJobs } from '../matrix/workers.ts';

/** A whole check of a valid service with a seed: of the reference service, or of a combination of variants. */
export type SeedsJob = { readonly seed: number; readonly combination?: CombinationId };

/** The verdict on each MUST, by its check. */
export type Verdicts = Readonly<Record<string, string>>;

answerJobs(async ({ seed, combination }: SeedsJob): Promise<Verdicts> => {
  const behaviour = withVariants(combination === undefined ? [] : combinations[combination]);
  const findings = await judgeService(behaviour, everyCheck, { seed, timeoutMs: 5_000 });
  const musts = findings.filter(({ level }) => level === 'MUST');
  return Object.fromEntries(musts.map(({ check, verdict }) => [check, verdict.is]));
});
