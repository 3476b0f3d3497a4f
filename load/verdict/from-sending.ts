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
    ({ fromMs: at, inFlight }) => at >= fromMs && at < toMs && inFlight >= settings.maxInFlight,
  );
}

type FromSending = { readonly value: number; readonly interval?: readonly [number, number] };

/** A time counted from when requests were sent: never more than from when they were intended. Undefined of other quantities. */
export function fromSending({ quantity, statistic }: SloBound, figures: Figures): FromSending | undefined {
  const distribution = distributionFromSending(quantity, figures);
  if (distribution === undefined || statistic === undefined) return undefined;
  if (typeof statistic === 'object') {
    const { value, interval } = quantileAt(distribution, statistic.percent);
    return value === undefined ? undefined : { value, ...(interval && { interval }) };
  }
  const value = distribution.n < fewestForMoment ? undefined : distribution[statistic];
  return value === undefined ? undefined : { value };
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
  if (least === undefined || keeps(least.value, bound)) return undefined;
  return least.interval === undefined || !keeps(least.interval[0], bound) ? least : undefined;
}
