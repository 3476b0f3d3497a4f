import { sendingReasons } from './sending.ts';
import type { Knee, StepFigures, Sweep } from '../figures/figures.ts';

/** Fewest levels: with fewer there is no curve that could bend. */
const leastLevels = 3;

/**
 * Why a level says nothing of the service. Undefined where it does: failures of the service are a result, not a flaw.
 */
export function levelFlaw({ step, inconclusive, ...figures }: StepFigures, runFlaw?: string): string | undefined {
  if (runFlaw !== undefined) return runFlaw;
  if (inconclusive !== undefined) return inconclusive;
  if (figures.counts.ok + figures.counts.failed === 0)
    return 'no user began a request in its measured time; raise --duration';
  return sendingReasons(figures, undefined, step)[0]?.because;
}

export function sweepOf(levels: readonly StepFigures[]): Sweep {
  const knee = kneeOf(levels.filter(({ inconclusive }) => inconclusive === undefined));
  return { ...(knee && { knee }), ...sloOf(levels) };
}

/**
 * The level with the highest power: responses per second divided by the mean response time. Kleinrock (Power and
 * deterministic rules of thumb, ICC 1979) uses it to find where a queue begins to cost more time than it adds
 * responses. Of two levels, the second with twice the users, the second has more power only where it answers at least
 * 1.41 times as much.
 */
function kneeOf(levels: readonly StepFigures[]): Knee | undefined {
  if (levels.length < leastLevels) return undefined;
  const powers = levels.map(({ throughput, e2eMs }) => (throughput?.answersPerS ?? 0) / (e2eMs.mean ?? Infinity));
  const place = powers.indexOf(Math.max(...powers));
  const [level, below, above] = [levels[place], levels[place - 1]?.step.users, levels[place + 1]?.step.users];
  const users = level?.step.users;
  if (users === undefined || !((powers[place] ?? 0) > 0)) return undefined;
  return {
    users,
    answersPerS: level?.throughput?.answersPerS ?? 0,
    ...(below !== undefined && { below }),
    ...(above !== undefined && { above }),
  };
}

function sloOf(levels: readonly StepFigures[]): Pick<Sweep, 'held' | 'violated' | 'inconclusive'> {
  if (levels.every(({ slo }) => slo === undefined)) return {};
  const first = levels.findIndex(({ slo }) => slo?.is !== 'met');
  const held = levels[first < 0 ? levels.length - 1 : first - 1]?.step.users;
  const next = levels[first];
  const users = next?.step.users;
  return {
    ...(held !== undefined && { held }),
    ...(users !== undefined && { [next?.slo?.is === 'violated' ? 'violated' : 'inconclusive']: users }),
  };
}
