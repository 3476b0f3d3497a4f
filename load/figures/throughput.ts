import { followUsers } from '../plan/closed-loop.ts';
import { countBelow } from '../statistics/ascending.ts';
import { studentAt } from '../statistics/student.ts';
import type { StepFigures, Throughput } from './figures.ts';
import type { RequestRecord } from '../records/record.ts';
import type { LoadStep } from '../plan/steps.ts';

type Answered = Pick<RequestRecord, 'intended' | 'end' | 'events' | 'outcome'>;

/** What is reported of the levels of a closed loop beside their figures, as a fold over the records in any order. */
type LevelFold = {
  readonly add: (record: RequestRecord) => void;
  /** True where no level was cut off. */
  readonly isWhole: () => boolean;
  readonly ofEach: () => readonly Pick<StepFigures, 'throughput' | 'inconclusive'>[];
};

export function foldLevels(levels: readonly LoadStep[]): LevelFold {
  const [users, throughput] = [followUsers(levels), foldThroughput(levels)];
  let lastIntendedMs = -1;
  return {
    add: (record) => {
      users.add(record);
      throughput.add(record);
      lastIntendedMs = Math.max(lastIntendedMs, record.intended);
    },
    isWhole: () => users.whole().every(Boolean),
    ofEach: () => {
      const whole = users.whole();
      return throughput.result().map((each, place) => {
        if (whole[place] === true) return { throughput: each };
        const hasBegun = lastIntendedMs >= (levels[place]?.fromMs ?? 0);
        return { throughput: each, inconclusive: `the run ended ${hasBegun ? 'within' : 'before'} it` };
      });
    },
  };
}

/** Throughput of the levels of a closed loop, as a fold over the records in any order. */
type ThroughputFold = { readonly add: (record: Answered) => void; readonly result: () => readonly Throughput[] };

/** The measured time of a level, in stretches of equal length. */
type Window = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly perStretch: Float64Array;
  events: number;
  /** Number of responses with part of their time in the window, and the sum of their durations. */
  answers: number;
  answerMs: number;
};

const stretches = 16;

/**
 * A response counts with the share of its time that lies in the measured time of a level. Counting by the end of
 * responses would do if there were many: of the few that a single user gets in some seconds, a response more or less at
 * an end is a large part.
 */
export function foldThroughput(levels: readonly LoadStep[]): ThroughputFold {
  const windows = levels.map(({ fromMs, toMs, settleMs, drainMs = 0 }): Window => {
    const window = { fromMs: fromMs + settleMs, toMs: toMs - drainMs };
    return { ...window, perStretch: new Float64Array(stretches), events: 0, answers: 0, answerMs: 0 };
  });
  return {
    add: (record) => {
      if (record.outcome !== 'ok') return;
      for (const window of windows)
        if (record.intended < window.toMs && record.end >= window.fromMs) put(window, record);
    },
    result: () => windows.map(throughputIn),
  };
}

function put(window: Window, { intended, end, events }: Answered): void {
  const { fromMs, toMs, perStretch } = window;
  const answerMs = Math.max(end - intended, 1e-3);
  const stretchMs = (toMs - fromMs) / stretches;
  window.answers += 1;
  window.answerMs += answerMs;
  window.events += countBelow(events, toMs) - countBelow(events, fromMs);
  const first = Math.max(0, Math.floor((intended - fromMs) / stretchMs));
  for (let place = first; place < stretches && fromMs + place * stretchMs < end; place += 1) {
    const from = fromMs + place * stretchMs;
    const withinMs = Math.min(end, from + stretchMs) - Math.max(intended, from);
    perStretch[place] = (perStretch[place] ?? 0) + Math.max(0, withinMs) / answerMs;
  }
}

/**
 * The interval is that of batch means, of the rates in stretches of time that are longer than a response: shorter
 * neighbouring stretches would be alike because they share responses.
 */
function throughputIn({ fromMs, toMs, perStretch, events, answers, answerMs }: Window): Throughput {
  const seconds = (toMs - fromMs) / 1000;
  if (answers === 0) return { answersPerS: 0, eventsPerS: 0 };
  const answersPerS = perStretch.reduce((sum, each) => sum + each, 0) / seconds;
  const batches = [16, 8, 4].find((count) => (seconds * 1000) / count >= answerMs / answers);
  const half = batches === undefined ? undefined : halfWidth(perStretch, batches, seconds);
  return {
    answersPerS: thousandth(answersPerS),
    ...(half !== undefined && {
      interval: [thousandth(Math.max(0, answersPerS - half)), thousandth(answersPerS + half)],
    }),
    eventsPerS: thousandth(events / seconds),
  };
}

function halfWidth(perStretch: Float64Array, batches: number, seconds: number): number {
  const each = perStretch.length / batches;
  const rates = Array.from(
    { length: batches },
    (_, place) =>
      perStretch.subarray(place * each, (place + 1) * each).reduce((sum, one) => sum + one, 0) / (seconds / batches),
  );
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / batches;
  const variance = rates.reduce((sum, rate) => sum + (rate - mean) ** 2, 0) / (batches - 1);
  return studentAt(0.05, batches - 1) * Math.sqrt(variance / batches);
}

function thousandth(value: number): number {
  return Math.round(value * 1000) / 1000;
}
