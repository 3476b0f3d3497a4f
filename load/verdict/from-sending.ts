import type { Figures, MeasuredLoad } from '../figures/figures.ts';
import type { LoadStep } from '../plan/steps.ts';
import type { Distribution } from '../statistics/distribution.ts';
import { meetsBound, type SloBound } from '../slo/slo.ts';
import { observedQuantile, type ObservedValue } from './quantile-at.ts';
import { fewestForMoment, shareInterval } from '../statistics/ranks.ts';

type Sent = Pick<MeasuredLoad, 'series' | 'settings'>;

/**
 * Whether at some time as many requests as `--max-in-flight` allows waited for responses: then the service kept others
 * from being sent in time, and it is not the fault of the load generator.
 */
export function reachedMaxInFlight({ series, settings }: Sent, step?: LoadStep): boolean {
  const { fromMs, toMs } = step ?? { fromMs: settings.warmupMs, toMs: settings.durationMs };
  return series.windows.some(
    // Requests in flight when a step begins belong to the step before.
    ({ fromMs: at, inFlight }) => at > fromMs && at <= toMs && inFlight >= settings.maxInFlight,
  );
}

/**
 * A time counted from when requests were sent, which is never longer than from when they were intended. Undefined for
 * other quantities.
 */
export function valueFromSending({ quantity, statistic }: SloBound, figures: Figures): ObservedValue | undefined {
  const distribution = distributionFromSending(quantity, figures);
  if (distribution === undefined || statistic === undefined) return undefined;
  if (typeof statistic === 'object') {
    return observedQuantile(distribution, statistic.percent);
  }
  const value = distribution.n < fewestForMoment ? undefined : distribution[statistic];
  const best = distribution.atLeast?.[statistic];
  const interval = statistic === 'mean' ? distribution.intervals?.mean : undefined;
  return value === undefined
    ? undefined
    : { value, ...(interval && { interval }), ...(best !== undefined && { best }) };
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

/**
 * The observed value where a bound is certainly violated although requests were sent late or never. `because` says how
 * that is known. Undefined where no violation is certain.
 */
export function violatesFromSending(
  bound: SloBound,
  figures: Figures,
): (ObservedValue & { readonly because: string }) | undefined {
  if (bound.quantity === 'failures' || bound.quantity === 'goodput') return violatesWhateverUnsent(bound, figures);
  const least = bound.relation.startsWith('<') ? valueFromSending(bound, figures) : undefined;
  if (least === undefined || meetsBound(least.best ?? least.value, bound)) return undefined;
  if (least.interval !== undefined && meetsBound(least.interval[0], bound)) return undefined;
  return { ...least, because: 'counted from when each request was sent, as many were sent late' };
}

/** Requests that were sent and failed are failures, whatever would have become of those that could not be sent. */
function violatesWhateverUnsent(
  bound: SloBound,
  { counts, failures }: Figures,
): (ObservedValue & { readonly because: string }) | undefined {
  const [n, unsent] = [counts.ok + counts.failed, failures['notSent'] ?? 0];
  const failed = counts.failed - unsent;
  const isOfFailures = bound.quantity === 'failures';
  const isUpper = bound.relation.startsWith('<');
  if (failed <= 0 || isUpper !== isOfFailures || bound.unit !== '%') return undefined;
  const count = isOfFailures ? failed : n - failed;
  const [value = 0, low = 0, high = 0] = [count / n, ...shareInterval(count, n)].map((share) => share * 100);
  if (meetsBound(value, bound) || meetsBound(isOfFailures ? low : high, bound)) return undefined;
  const rest = unsent === 0 ? '' : `, even if each of the ${unsent} that it kept from being sent had been answered`;
  const of = isOfFailures ? '' : ', and no answer that came was too late';
  return {
    value,
    interval: [low, high],
    because: `${failed} of the ${n - unsent} requests that were sent failed, while the service kept all that may be in flight waiting: so much at the ${isOfFailures ? 'least' : 'most'}${rest}${of}`,
  };
}
