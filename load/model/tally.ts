import { countRequests, type Counted, type Counting } from './counting.ts';
import { goodputRule } from './goodput.ts';
import type { Figures, Goodput, Share } from './load.ts';
import type { Phase } from './phases.ts';
import { shareInterval } from './ranks.ts';
import { perSecond } from './rates.ts';
import type { RequestRecord } from './record.ts';
import type { Slo } from './slo.ts';
import { tallySpeech, type SpeechTally } from './speech.ts';
import { timeRequests, type Timing } from './timing.ts';

/** Everything that is told of a set of requests, as a fold. Two tallies of the same SLO merge into that of both sets. */
export type Tally = {
  readonly add: (record: RequestRecord, phase: Phase) => void;
  readonly merge: (other: Tally) => void;
  readonly counted: () => Counted;
  /** @param curves tells each distribution as finely as a chart shows it */
  readonly figures: (span: Span, curves?: boolean) => Figures;
  readonly parts: () => TallyParts;
};

/** The time that the schedule gave to the measured requests, and the time that sending them took. */
export type Span = { readonly plannedMs: number; readonly sendingMs: number };

type TallyParts = {
  readonly counting: Counting;
  readonly timing: Timing;
  readonly speech: SpeechTally;
  readonly good: number;
};

/** @param slo undefined: no goodput is told */
export function tallyOf(slo: Slo | undefined): Tally {
  const [counting, timing, speech] = [countRequests(), timeRequests(), tallySpeech()];
  const isGood = slo && goodputRule(slo);
  let good = 0;
  return {
    add: (record, phase) => {
      counting.add(record, phase);
      if (phase !== 'steady') return;
      timing.add(record);
      if (isGood?.(record)) good += 1;
      if (record.sent !== undefined && record.outcome === 'ok') speech.add(record, record.sent);
    },
    merge: (other) => {
      const more = other.parts();
      counting.merge(more.counting);
      timing.merge(more.timing);
      speech.merge(more.speech);
      good += more.good;
    },
    counted: counting.result,
    figures: ({ plannedMs, sendingMs }, curve = false) => {
      const { counts, failures, credits, sent } = counting.result();
      const over = Math.max(plannedMs, sendingMs);
      const spoken = speech.figures(over, { percents: slo?.flatMap(rtfPercent) ?? [], curve });
      return {
        counts,
        rates: { intendedPerS: perSecond(counts.measured, plannedMs), achievedPerS: perSecond(sent, over) },
        failures,
        failureShare: shareOf(counts.failed, counts.ok + counts.failed),
        ...(slo && { goodput: goodputOf(good, counts.ok + counts.failed, over) }),
        ...timing.times(slo ?? [], curve),
        ...(spoken && { speech: spoken }),
        credits,
      };
    },
    parts: () => ({ counting, timing, speech, good }),
  };
}

function rtfPercent({ quantity, statistic }: Slo[number]): readonly number[] {
  return quantity === 'rtf' && typeof statistic === 'object' ? [statistic.percent] : [];
}

function shareOf(count: number, n: number): Share {
  return { n, share: n === 0 ? 0 : count / n, interval: shareInterval(count, n) };
}

function goodputOf(count: number, n: number, overMs: number): Goodput {
  return { count, perS: perSecond(count, overMs), ...shareOf(count, n) };
}
