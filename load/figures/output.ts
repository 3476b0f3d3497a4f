import type { Output } from './figures.ts';
import type { Goodness } from '../slo/goodput.ts';
import { isWithin, type Window } from '../plan/phases.ts';
import { isSpeech, isUndecoded, type RequestRecord } from '../records/record.ts';
import { countBelow } from '../statistics/ascending.ts';
import { perSecond } from '../statistics/rates.ts';

/**
 * What arrived in the measured time, whenever its request was sent: the rate at which the service produces. A service
 * that cannot keep up answers the requests of that time long after it; counted by when they were sent, they would give
 * the arrival rate. Sums of whole numbers, independent of their order.
 */
export type OutputTally = {
  readonly add: (record: RequestRecord, window: Window, goodnessOf: GoodnessOf) => void;
  readonly merge: (other: OutputTally) => void;
  readonly output: (overMs: number) => Output;
  readonly sums: () => OutputSums;
};

/** Called only for requests that end in the window. */
type GoodnessOf = ((record: RequestRecord) => Goodness) | undefined;

type OutputSums = {
  /** Requests sent in the window, whenever they were intended. */
  readonly sent: number;
  /** Responses that ended in the window; of these, those that meet the SLO and those for which this is unknown. */
  readonly answers: number;
  readonly good: number;
  readonly unknown: number;
  /** Spoken responses among the good ones that were not decoded. */
  readonly goodUnheard: number;
  /** Events that arrived in the window. */
  readonly events: number;
  /**
   * Thousandths of characters of the reply: a response counts with the share of its events that arrived in the window.
   */
  readonly milliChars: number;
  /** Responses with part of their time in the window whose characters were counted. */
  readonly counted: number;
  /** Speech that ended in the window: the length of its audio and of its text. */
  readonly audioMicros: number;
  readonly speechChars: number;
};

const names = [
  'sent',
  'answers',
  'good',
  'unknown',
  'goodUnheard',
  'events',
  'milliChars',
  'counted',
  'audioMicros',
  'speechChars',
] as const;

export function tallyOutput(): OutputTally {
  const sums = {
    sent: 0,
    answers: 0,
    good: 0,
    unknown: 0,
    goodUnheard: 0,
    events: 0,
    milliChars: 0,
    counted: 0,
    audioMicros: 0,
    speechChars: 0,
  };
  const addEnded = (record: RequestRecord, goodness: Goodness): void => {
    sums.answers += 1;
    if (goodness !== 'bad') sums[goodness] += 1;
    if (!isSpeech(record)) return;
    if (goodness === 'good' && isUndecoded(record)) sums.goodUnheard += 1;
    sums.audioMicros += Math.round((record.audioSeconds ?? 0) * 1e6);
    sums.speechChars += record.chars ?? 0;
  };
  return {
    add: (record, window, goodnessOf) => {
      const { outcome, events, eventsDropped, contentChars, end } = record;
      if (record.sent !== undefined && isWithin(window, record.sent)) sums.sent += 1;
      if (outcome !== 'ok') return;
      const hasEnded = isWithin(window, end);
      if (hasEnded) addEnded(record, goodnessOf?.(record) ?? 'bad');
      const within = countBelow(events, window.toMs) - countBelow(events, window.fromMs);
      sums.events += within + (hasEnded ? eventsDropped : 0);
      if (contentChars === undefined) return;
      const share = events.length === 0 ? Number(hasEnded) : within / events.length;
      sums.counted += 1;
      sums.milliChars += Math.round(contentChars * share * 1000);
    },
    merge: (other) => {
      const more = other.sums();
      for (const name of names) sums[name] += more[name];
    },
    output: (overMs) => ({
      overMs,
      answersPerS: perSecond(sums.answers, overMs),
      eventsPerS: perSecond(sums.events, overMs),
      ...(sums.counted > 0 && { contentCharsPerS: perSecond(sums.milliChars / 1000, overMs) }),
    }),
    sums: () => ({ ...sums }),
  };
}
