import type { Goodput } from '../../load/figures/figures.ts';
import type { Distribution, QuantileName } from '../../load/statistics/distribution.ts';
import { msText, percentText, quantileText, rangeText } from './format.ts';

/** `120.0 (110.0 to 131.5)`; without an interval the value alone. */
export function withInterval(times: Distribution, name: QuantileName, text = msText): string {
  const value = times[name] === undefined ? quantileText(times, name) : boundedBelow(times, name, text);
  return bounded(value, times.intervals?.[name]?.map(text));
}

/** A known quantile, as a range where it may be lower. */
export function boundedBelow(
  times: Distribution,
  name: QuantileName,
  text: (value: number | undefined) => string,
): string {
  return rangeText(times[name], times.atLeast?.[name], text);
}

export function bounded(value: string, interval: readonly string[] | undefined): string {
  return interval === undefined ? value : `${value} (${interval.join(' to ')})`;
}

/**
 * The number of requests that meet the SLO, as a sentence; where it is not known of all, with the largest possible
 * number.
 */
export function goodputSentence(goodput: Goodput): string {
  const { count, n, share, atMost } = goodput;
  const own = `${count} of ${n} requests (${percentText(share)})`;
  const many = atMost === undefined ? own : `${own}, at most ${atMost.count} (${percentText(atMost.share)}),`;
  return `${many} meet every bound of the SLO, taken as a limit for each request: a goodput of ${perSText(goodput)} per second.`;
}

/** `9.125/s, 98 % of requests`. */
export function goodputText(goodput: Goodput): string {
  const { share, atMost } = goodput;
  const percent = atMost === undefined ? percentText(share) : `${percentText(share)} to ${percentText(atMost.share)}`;
  return `${perSText(goodput)}/s, ${percent} of requests`;
}

function perSText({ perS, atMost }: Goodput): string {
  return atMost === undefined ? String(perS) : `${perS} to ${atMost.perS}`;
}

/** Windows show upper ends only: `≤ 79.7` where some of their times are known as ranges only. */
export function atMostText(ms: number | undefined, uncertain: number): string {
  return ms === undefined || uncertain === 0 ? msText(ms) : `≤ ${msText(ms)}`;
}
