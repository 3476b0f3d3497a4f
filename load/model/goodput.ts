import { contentArrivals, type RequestRecord } from './record.ts';
import { isSpeech } from './speech.ts';
import { keeps, type Slo, type SloQuantity } from './slo.ts';

/**
 * Whether a request keeps every bound of an SLO, its quantile ignored; bounds on the whole run say nothing of one.
 *
 * @param content the rule by which events carry text of the reply: without one nobody knows who keeps a bound on ttft,
 *   and there is no goodput
 */
export function goodputRule(slo: Slo, content: string | undefined): ((record: RequestRecord) => boolean) | undefined {
  const asksForText = slo.some(({ quantity }) => quantity === 'ttft' || quantity === 'serviceTtft');
  if (asksForText && content === undefined) return undefined;
  const rules = slo.flatMap((bound) => {
    const worstOf = worst[bound.quantity];
    if (worstOf === undefined) return [];
    return [
      (record: RequestRecord): boolean => {
        const value = worstOf(record);
        return value === undefined || keeps(value, bound);
      },
    ];
  });
  return (record) => {
    if (record.outcome !== 'ok') return false;
    for (const rule of rules) if (!rule(record)) return false;
    return true;
  };
}

/** The value of a request that a bound is put to; `undefined` where it has none, as a list of voices has no gap. */
const worst: { readonly [Name in SloQuantity]?: (record: RequestRecord) => number | undefined } = {
  ttfe: ({ firstEvent, intended }) => (firstEvent === undefined ? undefined : firstEvent - intended),
  ttft: (record) => untilText(record, record.intended),
  serviceTtft: (record) => (record.sent === undefined ? undefined : untilText(record, record.sent)),
  whole: ({ end, intended }) => end - intended,
  lag: ({ sent, intended }) => (sent === undefined ? undefined : sent - intended),
  gap: longestGap,
  rtf: realTimeFactor,
};

/** A stream without text of the reply is not faster than any bound. */
function untilText({ firstEvent, firstContent }: RequestRecord, from: number): number | undefined {
  if (firstContent === undefined) return firstEvent === undefined ? undefined : Number.POSITIVE_INFINITY;
  return firstContent - from;
}

/** Speech whose length nobody could tell is not faster than any bound. */
function realTimeFactor(record: RequestRecord): number | undefined {
  const { audioSeconds, sent, end } = record;
  if (sent === undefined || !isSpeech(record)) return undefined;
  return audioSeconds === undefined ? Number.POSITIVE_INFINITY : (end - sent) / 1000 / audioSeconds;
}

function longestGap(record: RequestRecord): number | undefined {
  const events = contentArrivals(record);
  let longest = -1;
  for (let place = 1; place < events.length; place += 1) {
    const gap = (events[place] ?? 0) - (events[place - 1] ?? 0);
    if (gap > longest) longest = gap;
  }
  return longest < 0 ? undefined : longest;
}
