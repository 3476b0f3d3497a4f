import { firstArrivals, hasCensored } from '../records/arrivals.ts';
import { eachGap } from '../records/record-gaps.ts';
import { bodyStartMs, contentArrivals, mayHaveFailed, type RequestRecord, isSpeech } from '../records/record.ts';
import type { Censored } from '../statistics/measured.ts';
import { hasQuantiles, sloQuantities, type QuantileQuantity } from './quantities.ts';
import { meetsBound, type Slo } from './slo.ts';

/**
 * `unknown`: the request meets every bound by the low ends of its censored times, but not by the high ends; or it meets
 * them if it was answered, and it may have failed.
 */
export type Goodness = 'good' | 'unknown' | 'bad';

/**
 * Judges whether a request meets every bound of an SLO, regardless of the quantile. Bounds on the whole run do not
 * apply.
 *
 * @param content the rule by which events carry text of the reply: without a rule it is unknown whether a request meets
 * a bound on ttft, and there is no goodput
 */
export function goodputRule(slo: Slo, content: string | undefined): ((record: RequestRecord) => Goodness) | undefined {
  const asksForText = slo.some(({ quantity }) => sloQuantities[quantity].needsText);
  if (asksForText && content === undefined) return undefined;
  const rules = slo.flatMap((bound) => {
    const worstOf = hasQuantiles(bound.quantity) ? worst[bound.quantity] : undefined;
    if (worstOf === undefined) return [];
    return [
      (record: RequestRecord, end: End): boolean => {
        const value = worstOf(record, end);
        return value === undefined || meetsBound(value, bound);
      },
    ];
  });
  const keepsAll = (record: RequestRecord, end: End): boolean => {
    for (const rule of rules) if (!rule(record, end)) return false;
    return true;
  };
  return (record) => {
    if (record.outcome !== 'ok') return 'bad';
    if (keepsAll(record, 'high')) return mayHaveFailed(record) ? 'unknown' : 'good';
    return (record.early ?? 0) > 0 && keepsAll(record, 'low') ? 'unknown' : 'bad';
  };
}

/** The end of a censored time. */
type End = keyof Censored;

/** The value of a request. Undefined where it has none: a list of voices has no gap. */
type ValueOf = (record: RequestRecord, end: End) => number | undefined;

/** The value of a request that is compared with a bound. */
const worst: { readonly [Name in QuantileQuantity]: ValueOf } = {
  ttfe: (record, end) => {
    const at = firstArrivals(record).event?.[end];
    return at === undefined ? undefined : at - record.intended;
  },
  ttft: (record, end) => untilText(record, record.intended, end),
  serviceTtft: (record, end) => (record.sent === undefined ? undefined : untilText(record, record.sent, end)),
  ttfb: (record) => {
    const at = bodyStartMs(record);
    return at === undefined ? undefined : at - record.intended;
  },
  e2e: ({ end, intended }) => end - intended,
  lag: ({ sent, intended }) => (sent === undefined ? undefined : sent - intended),
  gap: largestGap,
  rtf: realTimeFactor,
};

/** A stream without text of the reply meets no bound. */
function untilText(record: RequestRecord, from: number, end: End): number | undefined {
  const { event, content } = firstArrivals(record);
  if (content === undefined) return event === undefined ? undefined : Number.POSITIVE_INFINITY;
  return content[end] - from;
}

/** Speech of unknown length meets no bound. */
function realTimeFactor(record: RequestRecord): number | undefined {
  const { audioSeconds, sent, end } = record;
  if (sent === undefined || !isSpeech(record)) return undefined;
  return audioSeconds === undefined ? Number.POSITIVE_INFINITY : (end - sent) / 1000 / audioSeconds;
}

function largestGap(record: RequestRecord, end: End): number | undefined {
  let largest = -1;
  if (!hasCensored(record)) {
    // Called for nearly every record, with about twenty gaps each.
    const events = contentArrivals(record);
    for (let place = 1; place < events.length; place += 1) {
      const gap = (events[place] ?? 0) - (events[place - 1] ?? 0);
      if (gap > largest) largest = gap;
    }
  } else {
    eachGap(record, (low, high) => {
      largest = Math.max(largest, end === 'high' ? high : low);
    });
  }
  return largest < 0 ? undefined : largest;
}
