import type { StepFigures } from '../figures/figures.ts';
import type { Slo } from '../slo/slo.ts';
import { validityBounds } from './invalid.ts';
import { judgeSlo } from './judge-slo.ts';

/** Factor between a bound and the lag above which the lag hardly affects the bound. */
const timesTheLag = 4;
/** Factor of the allowed lag or unsent share above which the load generator is at its limit. */
const mostLate = 5;

/**
 * Whether a step load ends with this step, all of whose requests were recorded, because the load generator does not
 * keep up. It goes on where requests were only sent late, and by so little that the bounds, which are met with the lag
 * included, would be met anyway.
 */
export function isTooLate(step: StepFigures, slo: Slo): boolean {
  return step.unsent !== undefined && !isFarFromLag(step, slo);
}

function isFarFromLag(step: StepFigures, slo: Slo): boolean {
  const { lagMs, counts, failures } = step;
  const { lagP99Ms, notSentShare } = validityBounds;
  const late = lagMs.p99 ?? lagMs.max ?? Infinity;
  if (late > mostLate * lagP99Ms || (failures['notSent'] ?? 0) > notSentShare * counts.measured) return false;
  return judgeSlo(slo, step).bounds.every(({ is, value }, place) => {
    const bound = slo[place];
    const isFar = bound?.unit !== 'ms' || (value !== undefined && Math.abs(bound.bound - value) >= timesTheLag * late);
    return is === 'met' && isFar;
  });
}

/** A step with less than this share of its requests was cut off: random arrivals alone seldom give so few. */
const cutBelow = 0.75;

/**
 * The rate of the step that had just begun when the run was stopped because requests of the step before it were sent
 * too late. Defined only where all requests of the earlier step have ended and the later step was cut off.
 */
export function cutOffPerS(steps: readonly StepFigures[], slo: Slo): number | undefined {
  const place = steps.findLastIndex(({ counts }) => counts.recorded > 0);
  const [late, cut] = [steps[place - 1], steps[place]];
  if (late === undefined || cut?.slo?.is !== 'inconclusive' || cut.unsent !== undefined) return undefined;
  if (late.counts.aborted > 0 || !isTooLate(late, slo)) return undefined;
  const { ratePerS = 0, fromMs, toMs } = cut.step;
  return cut.counts.recorded < (cutBelow * ratePerS * (toMs - fromMs)) / 1000 ? ratePerS : undefined;
}
