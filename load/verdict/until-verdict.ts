import type { Figures } from '../figures/figures.ts';
import type { LoadSettings } from '../records/settings.ts';
import { parseUntil, quantileSpelling, type Until } from '../slo/until.ts';
import { sloQuantities } from '../slo/quantities.ts';
import { quantiles, type AskedQuantile } from '../statistics/distribution.ts';
import { roundedUp } from '../statistics/needed.ts';
import { precisionOf, timesForPrecision } from '../statistics/precision.ts';
import type { Load } from './load.ts';
import { distributionFor } from './judge-slo.ts';
import { quantileAt } from './quantile-at.ts';

type UntilVerdict = NonNullable<Load['until']>;

type EndedLoad = Figures & { readonly settings: LoadSettings; readonly complete: boolean };

/** The result of `--until`: the run was stopped, or how narrow the interval was when the run ended. */
export function untilVerdict(load: EndedLoad): UntilVerdict | undefined {
  const { until: text, askedMs, durationMs } = load.settings;
  const parsed = text === undefined ? undefined : parseUntil(text);
  if (text === undefined || parsed?.is !== 'until') return undefined;
  const { until } = parsed;
  const found = quantileOf(until, load);
  const precision = precisionIn(found);
  const isReached = precision !== undefined && precision <= until.within;
  const isStopped = askedMs !== undefined;
  const ended = isStopped
    ? `stopped after ${Math.round(durationMs / 1_000)} s`
    : load.complete
      ? 'duration over'
      : 'ended early';
  const more = isReached || isStopped ? undefined : requestsMore(until, load, found, precision);
  return {
    text,
    is: isReached ? 'reached' : 'notReached',
    ...(precision !== undefined && { precision }),
    ...(more !== undefined && { requestsMore: more }),
    says: `${ended}: ${observedText(until, found, precision)}${more === undefined ? '' : `, needs about ${more} requests more`}`,
  };
}

/** `TTFT p99`. */
export function untilQuantile({ quantity, quantile }: Until): string {
  return `${sloQuantities[quantity].name ?? quantity} ${quantileSpelling(quantile)}`;
}

/** The relative half-width of the interval of the quantile of `--until`. Undefined where there is none. */
export function untilPrecision(until: Until, figures: Figures): number | undefined {
  return precisionIn(quantileOf(until, figures));
}

type Found = AskedQuantile & { readonly samples: number; readonly unclaimed?: string | undefined };

function quantileOf({ quantity, quantile }: Until, figures: Figures): Found {
  const percent = quantiles[quantile] * 100;
  const distribution = distributionFor(quantity, figures);
  if (distribution === undefined) return { percent, samples: 0 };
  const { n: samples, unclaimed } = distribution;
  return { ...quantileAt(distribution, percent), samples, unclaimed };
}

function precisionIn({ value, interval, atLeast }: AskedQuantile): number | undefined {
  return value === undefined || interval === undefined ? undefined : precisionOf({ value, interval, low: atLeast });
}

/** Number of further requests needed, rounded up to two digits. A request may give several samples, as with gaps. */
function requestsMore(
  { within }: Until,
  { counts: { ok, failed } }: Figures,
  { samples, missing, needed }: Found,
  precision: number | undefined,
): number | undefined {
  const requests = ok + failed;
  if (precision !== undefined) return roundedUp(Math.max(1, requests * (timesForPrecision(precision, within) - 1)));
  const lacking = missing ?? (needed === undefined ? undefined : needed - samples);
  if (lacking === undefined || samples === 0) return undefined;
  return roundedUp(Math.max(1, (lacking / samples) * requests));
}

function observedText(
  until: Until,
  { value, atLeast, suppressed, unclaimed, samples }: Found,
  precision: number | undefined,
): string {
  const name = untilQuantile(until);
  if (unclaimed !== undefined) return `${name} is not reported: ${unclaimed}`;
  if (samples === 0) return `no request showed ${name}`;
  if (suppressed !== undefined) return `${name} is not reported: ${suppressed}`;
  if (value === undefined) return `too few requests yet for ${name}`;
  const observed = `${name} ${threeDigits(value)}${until.quantity === 'rtf' ? '' : ' ms'}`;
  if (precision !== undefined) return `${observed} ± ${threeDigits(precision * 100)} %`;
  const because =
    atLeast === undefined
      ? ''
      : ', since several events arrived in one read and only the time of the last one is known';
  return `${observed} without an interval${because}`;
}

function threeDigits(value: number): number {
  return value >= 1_000 ? Math.round(value) : Number(value.toPrecision(3));
}
