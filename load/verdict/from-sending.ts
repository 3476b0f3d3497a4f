import type { Figures, MeasuredLoad } from '../figures/figures.ts';
import type { LoadStep } from '../plan/steps.ts';
import type { Distribution } from '../statistics/distribution.ts';
import { keeps, type SloBound } from '../slo/slo.ts';
import { quantileAt } from './quantile-at.ts';
import { fewestForMoment } from '../statistics/ranks.ts';

type Sent = Pick<MeasuredLoad, 'series' | 'settings'>;

/**
 * Whether as many requests as may be in flight (`--max-in-flight`) waited for answers at some time: then it is the service
 * that kept others from being sent in time, and no fault of the load generator.
 */
export function waitedForAnswers({ series, settings }: Sent, step?: LoadStep): boolean {
  const { fromMs, toMs } = step ?? { fromMs: settings.warmupMs, toMs: settings.durationMs };
  return series.windows.some(
    // What is in flight as a step begins is that of the one before.
    ({ fromMs: at, inFlight }) => at > fromMs && at <= toMs && inFlight >= settings.maxInFlight,
  );
}

type FromSending = {
  readonly value: number;
  readonly interval?: readonly [number, number];
  /** The least that it may be, where it is not known exactly. */
  readonly best?: number;
};

/** A time counted from when requests were sent: never more than from when they were intended. Undefined of other quantities. */
export function fromSending({ quantity, statistic }: SloBound, figures: Figures): FromSending | undefined {
  const distribution = distributionFromSending(quantity, figures);
  if (distribution === undefined || statistic === undefined) return undefined;
  if (typeof statistic === 'object') {
    const { value, interval, atLeast } = quantileAt(distribution, statistic.percent);
    if (value === undefined) return undefined;
    return { value, ...(interval && { interval }), ...(atLeast !== undefined && { best: atLeast }) };
  }
  const value = distribution.n < fewestForMoment ? undefined : distribution[statistic];
  const best = distribution.atLeast?.[statistic];
  return value === undefined ? undefined : { value, ...(best !== undefined && { best }) };
}

function distributionFromSending(quantity: SloBound['quantity'], figures: Figures): Distribution | undefined {
  switch (quantity) {
    case 'ttft':
    case 'serviceTtft':
      return figures.serviceTtftMs;
    case 'e2e':
      return figures.serviceE2eMs;
    case 'rtf':
      return figures.speech?.realTimeFactor;
    default:
      return undefined;
  }
}

/** Violated for certain, though requests were sent late: each of them took at least so long. */
export function violatesFromSending(bound: SloBound, figures: Figures): FromSending | undefined {
  const least = bound.relation.startsWith('<') ? fromSending(bound, figures) : undefined;
  if (least === undefined || keeps(least.best ?? least.value, bound)) return undefined;
  return least.interval === undefined || !keeps(least.interval[0], bound) ? least : undefined;
}
