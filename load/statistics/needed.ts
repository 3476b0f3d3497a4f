import { reach, mostLean } from './mean-interval.ts';
import { normal95 } from './ranks.ts';
import { normalAt } from './student.ts';

/** How often so many samples decide, if the true value is the one observed. */
const power = 0.9;

/**
 * How many times wider than the distance to a bound an interval may be on that side. Nearer to the bound the distance is
 * nothing but noise, and a number that rests on it would say more than is known.
 */
const mostTimes = 10;

/** What chance takes off the distance in the unluckiest tenth, on the scale of an interval's half. */
const unlucky = normalAt(2 * (1 - power));

/**
 * So many independent samples a rank interval needs at the least: with fewer, all of them lie on one side of the quantile
 * in more than 2.5 % of samples, and nothing bounds it there.
 */
export function fewestForInterval(q: number): number {
  return Math.ceil(Math.log(0.025) / Math.log(Math.max(q, 1 - q)) - 1e-9);
}

/** A value that was observed, with bounds that hold the true one with 95 % confidence. */
type Observed = { readonly value: number; readonly interval: readonly [low: number, high: number] };

/**
 * How many times as many samples would show on which side of a bound a quantile lies, in 9 of 10 runs, if it lies where it
 * was observed. The bound lies within the interval, whose half towards it falls with the root of the number of
 * samples, likeness of neighbours and all. `undefined` where the value observed is too close to the bound.
 */
export function timesForDistance({ value, interval: [low, high] }: Observed, bound: number): number | undefined {
  const [half, distance] = [bound > value ? high - value : value - low, Math.abs(bound - value)];
  if (distance * mostTimes <= half) return undefined;
  return Math.max(1, ((half / distance) * (1 + unlucky / normal95)) ** 2);
}

/**
 * The same for a mean: how far it leans falls with the root of the number of samples too, so that the longer half of its
 * interval falls faster. The halves tell how far it leans.
 */
export function timesForMean({ value, interval: [low, high] }: Observed, bound: number): number | undefined {
  const [below, above, distance] = [value - low, high - value, Math.abs(bound - value)];
  const [half, side] = bound > value ? ([above, 'high'] as const) : ([below, 'low'] as const);
  if (distance * mostTimes <= half) return undefined;
  const lean = leanOf(below, above);
  // An interval of times that are not known exactly has halves that are not of one lean: the own one counts.
  const error = half / reach(lean)[side];
  const takenOff = (times: number): number =>
    (reach(lean / Math.sqrt(times))[side] + unlucky) * (error / Math.sqrt(times));
  return 10 ** leastThat((digits) => takenOff(10 ** digits) <= distance, 0, 6);
}

/** Of a mean whose interval has these halves. */
function leanOf(below: number, above: number): number {
  const ratio = Math.max(below, above) / Math.max(Number.MIN_VALUE, Math.min(below, above));
  const size = leastThat((lean) => reach(lean).high / reach(lean).low >= ratio, 0, mostLean);
  return above >= below ? size : -size;
}

/**
 * The same for a share and its Wilson interval, of which each end x solves (share − x)² = z²·x·(1 − x)/size: the bound is
 * an end where the effective sample size is such that it does. Where none was counted, none is taken off by chance.
 */
export function timesForShare({ value, interval: [low, high] }: Observed, bound: number): number | undefined {
  const distance = Math.abs(bound - value);
  // At 0 and 1 the nearer end is the share itself.
  const end = value < 1 ? high : low;
  const size = (normal95 ** 2 * end * (1 - end)) / (end - value) ** 2;
  const half = normal95 * Math.sqrt((bound * (1 - bound)) / size);
  const isSome = value > 0 && value < 1;
  if (distance === 0 || (isSome && distance * mostTimes <= half)) return undefined;
  const chance = unlucky * Math.sqrt((value * (1 - value)) / size);
  return Math.max(1, ((half + chance) / distance) ** 2);
}

/** The least between two numbers that does, of which all larger ones do; the larger one where none does. */
function leastThat(does: (value: number) => boolean, from: number, to: number): number {
  let [low, high] = [from, to];
  for (let turn = 0; turn < 40; turn += 1) {
    const middle = (low + high) / 2;
    if (does(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Two digits, upwards: `3000`, as what stands behind them is noise. */
export function roundedUp(many: number): number {
  const power10 = 10 ** Math.max(0, Math.floor(Math.log10(many)) - 1);
  return Math.ceil(many / power10 - 1e-9) * power10;
}
