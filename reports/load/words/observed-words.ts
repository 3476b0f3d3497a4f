import type { BoundJudgement } from '../../../load/slo/slo.ts';

/**
 * `90 to 112.6 ms`: the observed value of a bound, with both ends where only a range is known. A percentile that counts
 * failed requests says so, because the figures of the report are those of answered requests.
 */
export function observedValueText(bound: Omit<BoundJudgement, 'text'>): string | undefined {
  const { of, value, best = value, failed } = bound;
  const told = failed === undefined ? '' : ` of all requests (${failedText(failed)})`;
  if (value === undefined && failed !== undefined) {
    const from = best === undefined ? 'a failed request' : `${observedOf(of, best)} to a failed request`;
    return `${from} (${failedText(failed)})`;
  }
  if (value === undefined || best === undefined) return undefined;
  if (best === value) return `${observedOf(of, value)}${told}`;
  const [low, high] = [Math.min(best, value), Math.max(best, value)];
  return `${besideBound(of.bound, low)} to ${observedOf(of, high)}${told}`;
}

function failedText({ n, share }: NonNullable<BoundJudgement['failed']>): string {
  return `${Math.round(share * n)} of ${n} failed`;
}

/** A value in the unit in which the bound is written. */
export function observedOf({ bound, unit }: BoundJudgement['of'], value: number): string {
  return `${besideBound(bound, value)}${unit === 'ms' || unit === '%' ? ` ${unit}` : unit}`;
}

/** A value with enough digits to show on which side of its bound it lies. */
function besideBound(limit: number, value: number): string {
  for (let digits = 4; digits < 10; digits += 1) {
    const shown = Number(value.toPrecision(digits));
    if (Math.sign(shown - limit) === Math.sign(value - limit)) return String(shown);
  }
  return String(Number(value.toPrecision(4)));
}
