import { standardErrorsPerSide, mostLean } from './mean-interval.ts';
import { normal95 } from './ranks.ts';
import { normalAt } from './student.ts';

/** Probability that the recommended number of samples decides, if the true value is the observed value. */
const power = 0.9;

/**
 * Largest ratio of an interval's half to the distance between value and bound on that side. Where the distance is
 * shorter, it is mostly noise, and a number of samples derived from it would claim more than is known.
 */
const mostTimes = 10;

/** What chance takes off the distance in the unluckiest tenth of runs, in standard errors. */
const unlucky = normalAt(2 * (1 - power));

/**
 * Fewest independent samples for a rank interval. With fewer, all samples lie on the same side of the quantile with a
 * probability above 2.5 %, and nothing bounds the quantile there.
 */
export function fewestForInterval(q: number): number {
  return Math.ceil(Math.log(0.025) / Math.log(Math.max(q, 1 - q)) - 1e-9);
}

/** An observed value with the bounds that hold the true value with 95 % confidence. */
type Observed = { readonly value: number; readonly interval: readonly [low: number, high: number] };

/**
 * Factor by which the number of samples must grow to show in 9 of 10 runs on which side of a bound a quantile lies, if
 * its true value is the observed value. The bound lies within the interval. The half of the interval towards the bound
 * falls with the root of the number of samples, also where neighbouring samples are alike. Undefined where the observed
 * value is too close to the bound.
 */
export function timesForDistance({ value, interval: [low, high] }: Observed, bound: number): number | undefined {
  const [half, distance] = [bound > value ? high - value : value - low, Math.abs(bound - value)];
  if (distance * mostTimes <= half) return undefined;
  return Math.max(1, ((half / distance) * (1 + unlucky / normal95)) ** 2);
}

/**
 * The same factor for a mean. Its skewness also falls with the root of the number of samples, so the longer half of its
 * interval shrinks faster. The ratio of the halves gives the skewness.
 */
export function timesForMean({ value, interval: [low, high] }: Observed, bound: number): number | undefined {
  const [below, above, distance] = [value - low, high - value, Math.abs(bound - value)];
  const [half, side] = bound > value ? ([above, 'high'] as const) : ([below, 'low'] as const);
  if (distance * mostTimes <= half) return undefined;
  const lean = leanOf(below, above);
  // Where times are not known exactly, the halves do not fit a single skewness: the half towards the bound counts.
  const error = half / standardErrorsPerSide(lean)[side];
  const takenOff = (times: number): number =>
    (standardErrorsPerSide(lean / Math.sqrt(times))[side] + unlucky) * (error / Math.sqrt(times));
  return 10 ** leastThat((digits) => takenOff(10 ** digits) <= distance, 0, 6);
}

/** Skewness of a mean whose interval has these halves. */
function leanOf(below: number, above: number): number {
  const ratio = Math.max(below, above) / Math.max(Number.MIN_VALUE, Math.min(below, above));
  const size = leastThat(
    (lean) => standardErrorsPerSide(lean).high / standardErrorsPerSide(lean).low >= ratio,
    0,
    mostLean,
  );
  return above >= below ? size : -size;
}

/**
 * The same factor for a share and its Wilson interval. Each end x of the interval solves
 * (share − x)² = z²·x·(1 − x)/size: the wanted size is that at which the bound is an end. Where the share is 0 or 1,
 * chance takes nothing off.
 */
export function timesForShare({ value, interval: [low, high] }: Observed, bound: number): number | undefined {
  const distance = Math.abs(bound - value);
  // At a share of 0 or 1, the nearer end is the share itself.
  const end = value < 1 ? high : low;
  const size = (normal95 ** 2 * end * (1 - end)) / (end - value) ** 2;
  const half = normal95 * Math.sqrt((bound * (1 - bound)) / size);
  const isSome = value > 0 && value < 1;
  if (distance === 0 || (isSome && distance * mostTimes <= half)) return undefined;
  const chance = unlucky * Math.sqrt((value * (1 - value)) / size);
  return Math.max(1, ((half + chance) / distance) ** 2);
}

/**
 * The smallest number between `from` and `to` for which `does` is true; `does` must be true for all larger ones.
 * Returns `to` where `does` is true for none.
 */
function leastThat(does: (value: number) => boolean, from: number, to: number): number {
  let [low, high] = [from, to];
  for (let turn = 0; turn < 40; turn += 1) {
    const middle = (low + high) / 2;
    if (does(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Rounds up to two digits, such as `3000`: further digits are noise. */
export function roundedUp(many: number): number {
  const power10 = 10 ** Math.max(0, Math.floor(Math.log10(many)) - 1);
  return Math.ceil(many / power10 - 1e-9) * power10;
}
