import { firstArrivals } from '../records/arrivals.ts';
import { eachGap } from '../records/record-gaps.ts';
import type { RequestRecord } from '../records/record.ts';
import { isCensored, type Censored } from '../statistics/measured.ts';

/** Of how many samples of a quantity how many are censored. */
type CensoredCount = { readonly of: number; readonly censored: number };

export type CensoredCounts = {
  readonly ttfe: CensoredCount;
  readonly ttft: CensoredCount;
  readonly gap: CensoredCount;
  /** Of all streams those in which the rule read no text of the reply: of when that came nothing is known. */
  readonly unread: CensoredCount;
  /** Requests of which nobody knows whether they meet the SLO. */
  readonly goodput: CensoredCount;
};

type CensoredFold = {
  readonly add: (record: RequestRecord) => void;
  readonly addGoodness: (isUnknown: boolean) => void;
  readonly result: () => CensoredCounts;
};

/** Of answered requests; a censored event of a record that does not say which one it is spoils a gap. */
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
      // Of a censored gap both ends are compared: only what is not placed spoils it.
      eachGap(record, () => count('gap', false));
      if (earlyAt === undefined) counts.gap.censored += early;
    },
    addGoodness: (isUnknown) => count('goodput', isUnknown),
    result: () => counts,
  };
}
