import type { Output } from './figures.ts';
import type { RequestRecord } from '../records/record.ts';
import { perSecond } from '../statistics/rates.ts';

/** What was answered in full, as a fold: sums of whole numbers, the same in any order. */
export type OutputTally = {
  readonly add: (record: RequestRecord) => void;
  readonly merge: (other: OutputTally) => void;
  readonly output: (overMs: number) => Output;
  readonly sums: () => OutputSums;
};

type OutputSums = {
  readonly answers: number;
  readonly events: number;
  readonly chars: number;
  /** Of the answers, those whose characters were counted. */
  readonly counted: number;
};

export function tallyOutput(): OutputTally {
  const sums = { answers: 0, events: 0, chars: 0, counted: 0 };
  return {
    add: ({ outcome, events, eventsDropped, contentChars }) => {
      if (outcome !== 'ok') return;
      sums.answers += 1;
      sums.events += events.length + eventsDropped;
      if (contentChars === undefined) return;
      sums.counted += 1;
      sums.chars += contentChars;
    },
    merge: (other) => {
      const more = other.sums();
      for (const name of ['answers', 'events', 'chars', 'counted'] as const) sums[name] += more[name];
    },
    output: (overMs) => ({
      overMs,
      answersPerS: perSecond(sums.answers, overMs),
      eventsPerS: perSecond(sums.events, overMs),
      ...(sums.counted > 0 && { contentCharsPerS: perSecond(sums.chars, overMs) }),
    }),
    sums: () => ({ ...sums }),
  };
}
