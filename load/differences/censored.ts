import { firstArrivals } from '../records/arrivals.ts';
import { eachGap } from '../records/record-gaps.ts';
import type { RequestRecord } from '../records/record.ts';
import { isCensored, type Censored } from '../statistics/measured.ts';

/** Number of samples of a quantity, and number of censored ones among them. */
type CensoredCount = { readonly of: number; readonly censored: number };

export type CensoredCounts = {
  readonly ttfe: CensoredCount;
  readonly ttft: CensoredCount;
  readonly gap: CensoredCount;
  /** Of all streams, those in which the rule read no text of the reply: the time of their text is unknown. */
  readonly unread: CensoredCount;
  /** Requests for which it is unknown whether they meet the SLO. */
  readonly goodput: CensoredCount;
};

type CensoredFold = {
  readonly add: (record: RequestRecord) => void;
  readonly addGoodness: (isUnknown: boolean) => void;
  readonly result: () => CensoredCounts;
};

/**
 * Counts answered requests. Where a record does not say which of its events is censored, the event makes a gap
 * unreliable.
 */
export function countCensored(): CensoredFold {
  const zero = (): { of: number; censored: number } => ({ of: 0, censored: 0 });
  const counts = { ttfe: zero(), ttft: zero(), gap: zero(), unread: zero(), goodput: zero() };
  const count = (name: keyof CensoredCounts, is: boolean): void => {
    counts[name].of += 1;
    if (is) counts[name].censored += 1;
  };
  const countArrival = (name: 'ttfe' | 'ttft', at: Censored | undefined): void => {
    if (at !== undefined) count(name, isCensored(at));
  };
  return {
    add: (record) => {
      const { firstEvent, firstContent, early = 0, earlyAt } = record;
      const { event, content } = firstArrivals(record);
      countArrival('ttfe', event);
      countArrival('ttft', content);
      if (firstEvent !== undefined) count('unread', firstContent === undefined);
      // Both ends of a censored gap are compared, so only censored events of unknown position make gaps unreliable.
      eachGap(record, () => count('gap', false));
      if (earlyAt === undefined) counts.gap.censored += early;
    },
    addGoodness: (isUnknown) => count('goodput', isUnknown),
    result: () => counts,
  };
}
