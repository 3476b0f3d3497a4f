import { correlatedTimes, endOfSimulated, queueTimes, type UntilQuantile } from './until-simulated.ts';

/**
 * How often the 95 % interval at the end of `load --until` contains the true quantile (`npm run bench:until`; `-- 50`
 * for fewer runs): of simulated runs of at most 60,000 requests, ended by its own rule. Ends 1 where it does in fewer
 * than 80 %. The worst case is a service near saturation, whose queue lasts longer than the interval between the first
 * looks.
 */
const trials = Number(process.argv[2] ?? 200);
const most = 60_000;
const least = 0.8;

type Within = { readonly [Name in UntilQuantile]: number };

const cases = [
  [correlatedTimes(0), { p50: 0.03, p95: 0.04, p99: 0.06 }],
  [correlatedTimes(0.5), { p50: 0.04, p95: 0.05, p99: 0.07 }],
  [correlatedTimes(0.8), { p50: 0.04, p95: 0.06, p99: 0.08 }],
  [correlatedTimes(0.95), { p50: 0.06, p95: 0.1, p99: 0.12 }],
  [queueTimes(0.5), { p50: 0.06, p95: 0.1, p99: 0.15 }],
  [queueTimes(0.8), { p50: 0.15, p95: 0.2, p99: 0.25 }],
] as const satisfies readonly (readonly [ReturnType<typeof correlatedTimes>, Within])[];

let isKept = true;
for (const [simulated, within] of cases)
  for (const quantile of ['p50', 'p95', 'p99'] as const) {
    const asked = { quantile, within: within[quantile], most };
    const ends = Array.from({ length: trials }, (_, seed) => endOfSimulated(simulated, asked, seed)).filter(
      (end) => end !== undefined,
    );
    const held = ends.filter(({ holds }) => holds).length / ends.length;
    const stopped = ends.filter(({ isStopped }) => isStopped).map(({ samples }) => samples);
    const median = stopped.toSorted((one, next) => one - next)[stopped.length >> 1] ?? most;
    isKept &&= held >= least;
    console.log(
      `${held >= least ? '✓' : '✗'} ${simulated.name}, ${quantile} ± ${Math.round(within[quantile] * 100)} %: held in ${(100 * held).toFixed(1)} % of ${ends.length} runs, of which ${stopped.length} were stopped, after ${median} requests in the median`,
    );
  }
process.exitCode = isKept ? 0 : 1;
