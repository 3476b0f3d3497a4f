import type { Settings } from '../../conformance/settings/settings.ts';
import { parseLevels } from '../../load/plan/levels.ts';
import { steadyMsOf } from '../../load/plan/phases.ts';
import type { ResolvedRates } from '../../load/plan/resolve.ts';
import type { LoadScenario } from '../../load/plan/scenarios.ts';
import { stepsOf } from '../../load/plan/steps.ts';
import { pluralize } from '../../reports/text/format.ts';
import { UsageError } from '../errors/usage-error.ts';

/** The users of each level, from `--concurrency`, or from a settings file, where they apply to sweeps only. */
export function usersFor(
  { shape }: LoadScenario,
  { load: { sweepConcurrency } }: Settings,
  concurrency: unknown,
): readonly number[] | undefined {
  if (shape !== 'sweep') return undefined;
  if (concurrency !== undefined) return usersOf('--concurrency', concurrency);
  return sweepConcurrency === undefined ? undefined : usersOf('sweep-concurrency', sweepConcurrency);
}

function usersOf(name: string, given: unknown): readonly number[] {
  const parsed = parseLevels(typeof given === 'string' ? given : '');
  if (parsed.is === 'wrong') throw new UsageError(`${name}: ${parsed.because}`);
  return parsed.users;
}

/**
 * Throws a UsageError for a trace with a closed loop, which has no schedule, whether it is from the command line or a
 * file.
 */
export function guardLoop({ shape }: LoadScenario, { load: { traceFile } }: Settings): void {
  if (shape === 'sweep' && traceFile !== undefined)
    throw new UsageError(
      'load sweep is a closed loop, whose answers decide when the next request is sent; leave out --trace',
    );
}

/** Throws a UsageError where the settling and draining times of a level leave nothing to measure. */
export function guardLevels({ name, shape }: LoadScenario, rates: ResolvedRates): void {
  if (shape !== 'sweep') return;
  const short = stepsOf(name, { arrivals: 'closed', ...rates }).find((step) => steadyMsOf(step, step.toMs) <= 0);
  if (short === undefined) return;
  const lengthS = (short.toMs - short.fromMs) / 1_000;
  throw new UsageError(
    `--warmup is ${rates.warmupMs / 1_000}s and leaves nothing of the level of ${pluralize(short.users ?? 0, 'user')} to measure, ${lengthS}s with its end; lower it, or raise --duration, which is that of each level`,
  );
}
