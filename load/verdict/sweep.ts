import { sendingReasons } from './sending.ts';
import type { Knee, StepFigures, Sweep } from '../figures/figures.ts';

/** Below it there is no curve that could bend. */
const leastLevels = 3;

/** Why a level says nothing of the service; undefined where it does. What the service failed at is its own doing. */
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
 * The level with the highest power: answers per second over the mean time of an answer, by which Kleinrock (Power and
 * deterministic rules of thumb, ICC 1979) tells where a queue begins to cost more time than it brings answers. Of two
 * levels with one and twice the users it is the second that has more only where it answers 1.41 times as much.
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
