import { fileURLToPath } from 'node:url';
import { combinations, type CombinationId } from '../../fixtures/index.ts';
import { answersOfWorkers } from '../matrix/workers.ts';
import type { SeedsJob, Verdicts } from './seeds-worker.ts';

/**
 * `npm run bench:seeds`: whether a verdict depends on the seed, which draws nonces, texts and generated cases. Checks
 * the whole interface with 100 seeds (`-- 10` for ten) on the reference service, and with 100 others, in turn, on the
 * combinations that together have all variants, and compares each verdict of a MUST with that of the service's first
 * run. Ends 1 where one differs or fails; checks that only one of both seeds could judge are reported separately.
 */
const count = Number(process.argv[2] ?? 100);
const ids = Object.keys(combinations) as readonly CombinationId[];
const reference = Array.from({ length: count }, (_, at): SeedsJob => ({ seed: at + 1 }));
const others = Array.from({ length: Math.max(count, 2 * ids.length) }, (_, at): SeedsJob => {
  const combination = ids[at % ids.length];
  return { seed: count + at + 1, ...(combination !== undefined && { combination }) };
});
const jobs = [...reference, ...others];

const worker = fileURLToPath(new URL('./seeds-worker.ts', import.meta.url));
const answers = await answersOfWorkers<SeedsJob, Verdicts>(worker, jobs);

const first = new Map<string, Verdicts>();
const isJudged = (verdict: string): boolean => verdict === 'pass' || verdict === 'fail';
let different = 0;
let judgedByOne = 0;
for (const [at, verdicts] of answers.entries()) {
  const { seed, combination: service = 'the reference service' } = jobs[at] ?? { seed: 0 };
  const before = first.get(service);
  if (before === undefined) first.set(service, verdicts);
  for (const [check, verdict] of Object.entries(verdicts)) {
    const expected = before?.[check] ?? verdict;
    if (verdict === expected && verdict !== 'fail') continue;
    console.log(`${service}, seed ${seed}: ${check} is ${verdict}, with the first seed ${expected}`);
    // Earlier checks may have used up something that the service keeps, such as sessions; then nothing can be
    // concluded.
    if (verdict !== 'fail' && !(isJudged(verdict) && isJudged(expected))) judgedByOne += 1;
    else different += 1;
  }
}
const musts = Object.keys(answers[0] ?? {}).length;
console.log(
  `${jobs.length} whole checks of ${first.size} services: of ${musts} MUST verdicts each, ${different} differ or fail, and ${judgedByOne} are judged with one seed only`,
);
process.exitCode = different === 0 ? 0 : 1;
