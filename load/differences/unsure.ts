import { eachGap, earliestFirsts } from '../records/earliest.ts';
import type { RequestRecord } from '../records/record.ts';

/** Of how many samples of a quantity how many are known only to lie between two times, or lack. */
type UnsureSamples = { readonly of: number; readonly unsure: number };

export type UncertainSamples = {
  readonly ttfe: UnsureSamples;
  readonly ttft: UnsureSamples;
  readonly gap: UnsureSamples;
  /** Streams in which the rule read no text of the reply, of all streams. */
  readonly unread: UnsureSamples;
  /** Requests of which nobody knows whether they meet the SLO. */
  readonly goodput: UnsureSamples;
};

type UnsureFold = {
  readonly add: (record: RequestRecord) => void;
  readonly addGoodness: (isUnsure: boolean) => void;
  readonly result: () => UncertainSamples;
};

/** Of answered requests; an event that is uncertain in a record which does not say which one it is spoils a gap. */
export function collectUncertain(): UnsureFold {
  const zero = (): { of: number; unsure: number } => ({ of: 0, unsure: 0 });
  const counts = { ttfe: zero(), ttft: zero(), gap: zero(), unread: zero(), goodput: zero() };
  const count = (name: keyof UncertainSamples, isUnsure: boolean): void => {
    counts[name].of += 1;
    if (isUnsure) counts[name].unsure += 1;
  };
  return {
    add: (record) => {
      const { firstEvent, firstContent, early = 0, earlyAt } = record;
      const earliest = early === 0 ? { event: firstEvent, content: firstContent } : earliestFirsts(record);
      if (firstEvent !== undefined) {
        count('ttfe', (earliest.event ?? firstEvent) < firstEvent);
        count('unread', firstContent === undefined);
      }
      if (firstContent !== undefined) count('ttft', (earliest.content ?? firstContent) < firstContent);
      // Of a gap between two times both are compared: only what is not placed spoils it.
      eachGap(record, () => count('gap', false));
      if (earlyAt === undefined) counts.gap.unsure += early;
    },
    addGoodness: (isUnsure) => count('goodput', isUnsure),
    result: () => counts,
  };
}
