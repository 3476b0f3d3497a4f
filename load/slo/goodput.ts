import { eachGap, earliestFirsts } from '../records/earliest.ts';
import { contentArrivals, mayHaveFailed, type RequestRecord, isSpeech } from '../records/record.ts';
import { hasQuantiles, sloQuantities, type QuantileQuantity } from './quantities.ts';
import { keeps, type Slo } from './slo.ts';

/**
 * `unsure`: it keeps every bound if its events came as early as they may have, and not if they came at their timestamps; or
 * it keeps them if it was answered, and may have failed.
 */
export type Goodness = 'good' | 'unsure' | 'bad';

/**
 * Whether a request keeps every bound of an SLO, its quantile ignored; bounds on the whole run say nothing of one.
 *
 * @param content the rule by which events carry text of the reply: without one nobody knows who keeps a bound on ttft,
 *   and there is no goodput
 */
export function goodputRule(slo: Slo, content: string | undefined): ((record: RequestRecord) => Goodness) | undefined {
  const asksForText = slo.some(({ quantity }) => sloQuantities[quantity].needsText);
  if (asksForText && content === undefined) return undefined;
  const rules = slo.flatMap((bound) => {
    const worstOf = hasQuantiles(bound.quantity) ? worst[bound.quantity] : undefined;
    if (worstOf === undefined) return [];
    return [
      (record: RequestRecord, when: When): boolean => {
        const value = worstOf(record, when);
        return value === undefined || keeps(value, bound);
      },
    ];
  });
  const keepsAll = (record: RequestRecord, when: When): boolean => {
    for (const rule of rules) if (!rule(record, when)) return false;
    return true;
  };
  return (record) => {
    if (record.outcome !== 'ok') return 'bad';
    if (keepsAll(record, 'latest')) return mayHaveFailed(record) ? 'unsure' : 'good';
    return (record.early ?? 0) > 0 && keepsAll(record, 'earliest') ? 'unsure' : 'bad';
  };
}

/** Events are taken to have come at their timestamps, or as early as they may have. */
type When = 'latest' | 'earliest';

/** The value of a request; `undefined` where it has none, as a list of voices has no gap. */
type ValueOf = (record: RequestRecord, when: When) => number | undefined;

/** The value of a request that a bound is put to. */
const worst: { readonly [Name in QuantileQuantity]: ValueOf } = {
  ttfe: (record, when) => {
    const at = when === 'latest' ? record.firstEvent : earliestFirsts(record).event;
    return at === undefined ? undefined : at - record.intended;
  },
  ttft: (record, when) => untilText(record, record.intended, when),
  serviceTtft: (record, when) => (record.sent === undefined ? undefined : untilText(record, record.sent, when)),
  e2e: ({ end, intended }) => end - intended,
  lag: ({ sent, intended }) => (sent === undefined ? undefined : sent - intended),
  gap: largestGap,
  rtf: realTimeFactor,
};

/** A stream without text of the reply is not faster than any bound. */
function untilText(record: RequestRecord, from: number, when: When): number | undefined {
  const { firstEvent, firstContent } = record;
  if (firstContent === undefined) return firstEvent === undefined ? undefined : Number.POSITIVE_INFINITY;
  return (when === 'latest' ? firstContent : (earliestFirsts(record).content ?? firstContent)) - from;
}

/** Speech whose length nobody could tell is not faster than any bound. */
function realTimeFactor(record: RequestRecord): number | undefined {
  const { audioSeconds, sent, end } = record;
  if (sent === undefined || !isSpeech(record)) return undefined;
  return audioSeconds === undefined ? Number.POSITIVE_INFINITY : (end - sent) / 1000 / audioSeconds;
}

function largestGap(record: RequestRecord, when: When): number | undefined {
  let largest = -1;
  if (record.earlyAt === undefined) {
    // Of nearly every record, and twenty times in each.
    const events = contentArrivals(record);
    for (let place = 1; place < events.length; place += 1) {
      const gap = (events[place] ?? 0) - (events[place - 1] ?? 0);
      if (gap > largest) largest = gap;
    }
  } else {
    eachGap(record, (longest, shortest) => {
      largest = Math.max(largest, when === 'latest' ? longest : shortest);
    });
  }
  return largest < 0 ? undefined : largest;
}
