import { countUpTo } from '../statistics/ascending.ts';
import { isSpeech, type RequestRecord } from '../records/record.ts';
import type { RequestsHeader } from '../records/requests.ts';
import { stepAt } from '../plan/phases.ts';
import { stepsOf, type LoadStep } from '../plan/steps.ts';

/** What a run is like just now: of the last requests that ended, warm-up and all. */
export type Live = {
  readonly elapsedMs: number;
  /** `ending`: the schedule is over, and the last answers are awaited. */
  readonly phase: 'warm-up' | 'measuring' | 'ending';
  /** Until the schedule is over; 0 from then on. */
  readonly leftMs: number;
  /** Where the schedule has steps or levels: which of them it is, from 1. */
  readonly step?: { readonly place: number; readonly of: number } & LoadStep;
  /** Requests sent a second, whether answered yet or not; 0 once the schedule is over. */
  readonly ratePerS: number;
  /** Due by now and not yet recorded, as far as it may be in flight; absent where nobody knows what is due, as in sessions. */
  readonly inFlight?: number;
  /** Of what is due and not yet recorded, what is more than may be in flight: it waits to be sent. */
  readonly waiting?: number;
  /** Absent where none was answered. */
  readonly recent?: Recent;
  /** Of the requests sent lately; absent where none was. */
  readonly lagP99Ms?: number;
};

/**
 * The time that people ask for first. Of streams it is that to the first token, or where no rule tells it to the first
 * event, and of speech, without streams beside it, the real-time factor.
 */
type Recent = {
  readonly of: 'TTFT' | 'TTFE' | 'real-time factor' | 'E2E latency';
  /** Milliseconds, of the real-time factor none. */
  readonly p50: number;
  readonly p95: number;
};

export type LiveFold = {
  readonly add: (record: RequestRecord) => void;
  readonly now: (unixMs: number) => Live;
};

/** So many requests are recent: enough for a p95, and soon over after a change. */
const recentRequests = 500;

/** @param dueTimes intended times of the schedule in milliseconds since t0, ascending, as far as they are known */
export function liveFold(
  { t0UnixNs, scenario, settings }: Pick<RequestsHeader, 't0UnixNs' | 'scenario' | 'settings'>,
  dueTimes: readonly number[] | undefined,
): LiveFold {
  const steps = stepsOf(scenario, settings);
  const times = { streamed: ring(), spoken: ring(), whole: ring() };
  const [lag, sent] = [ring(), ring()];
  const unsent = new Map<number, number>();
  let recorded = 0;
  const timesNow = (): Recent | undefined => {
    const ofStreams = settings.content === undefined ? 'TTFE' : 'TTFT';
    const [of, values] = (
      [
        [ofStreams, times.streamed.values()],
        ['real-time factor', times.spoken.values()],
        ['E2E latency', times.whole.values()],
      ] as const
    ).find(([, each]) => each.length > 0) ?? [ofStreams, []];
    const [p50, p95] = [at(values, 0.5), at(values, 0.95)];
    return p50 === undefined || p95 === undefined ? undefined : { of, p50, p95 };
  };
  return {
    add: (record) => {
      recorded += 1;
      if (record.sent === undefined) {
        const second = Math.floor(record.intended / 1000);
        unsent.set(second, (unsent.get(second) ?? 0) + 1);
        return;
      }
      sent.add(record.sent);
      lag.add(record.sent - record.intended);
      if (record.outcome !== 'ok') return;
      const { intended, firstEvent, firstContent, audioSeconds = 0, end } = record;
      const first = settings.content === undefined ? firstEvent : firstContent;
      if (first !== undefined) times.streamed.add(first - intended);
      else if (isSpeech(record) && audioSeconds > 0) times.spoken.add((end - record.sent) / 1_000 / audioSeconds);
      else if (firstEvent === undefined) times.whole.add(end - intended);
    },
    now: (unixMs) => {
      const elapsedMs = unixMs - t0UnixNs / 1e6;
      const leftMs = Math.max(0, settings.durationMs - elapsedMs);
      const [now, lagP99Ms] = [timesNow(), at(lag.values(), 0.99)];
      const place = leftMs === 0 ? -1 : stepAt(steps, elapsedMs);
      const step = steps[place];
      return {
        elapsedMs,
        phase: leftMs === 0 ? 'ending' : elapsedMs < settings.warmupMs ? 'warm-up' : 'measuring',
        leftMs,
        ...(step && { step: { place: place + 1, of: steps.length, ...step } }),
        ratePerS: leftMs === 0 ? 0 : dueTimes ? rateOfDue(dueTimes, unsent, elapsedMs) : rateOfEnded(sent.values()),
        ...(dueTimes && underWay(countUpTo(dueTimes, elapsedMs) - recorded, settings.maxInFlight)),
        ...(now && { recent: now }),
        ...(lagP99Ms !== undefined && { lagP99Ms }),
      };
    },
  };
}

function underWay(due: number, mostInFlight: number): Pick<Live, 'inFlight' | 'waiting'> {
  const waiting = Math.max(0, due - mostInFlight);
  return { inFlight: Math.max(0, due - waiting), ...(waiting > 0 && { waiting }) };
}

/** Unix milliseconds as they would go on if nobody set the clock: by it a step of a step load is over, or is not. */
export function steadyClock(wallMs: () => number = Date.now): () => number {
  const atFirst = wallMs() - performance.now();
  return () => atFirst + performance.now();
}

type Ring = { readonly add: (value: number) => void; readonly values: () => readonly number[] };

/** The last so many numbers, in any order. */
function ring(): Ring {
  const values: number[] = [];
  let next = 0;
  return {
    add: (value) => {
      values[next] = value;
      next = (next + 1) % recentRequests;
    },
    values: () => values,
  };
}

function at(values: readonly number[], q: number): number | undefined {
  return values.toSorted((one, other) => one - other)[Math.max(0, Math.ceil(q * values.length) - 1)];
}

/** Of the last seconds, which begin with a whole one: what was due, but for what was recorded as not sent. */
function rateOfDue(dueTimes: readonly number[], unsent: ReadonlyMap<number, number>, elapsedMs: number): number {
  const second = Math.floor(elapsedMs / 1000) - rateMs / 1000 + 1;
  const fromMs = Math.max(0, second * 1000);
  if (elapsedMs <= fromMs) return 0;
  const due = countUpTo(dueTimes, elapsedMs) - (fromMs === 0 ? 0 : countUpTo(dueTimes, fromMs));
  const missed = [...unsent].reduce((sum, [at, count]) => (at * 1000 >= fromMs ? sum + count : sum), 0);
  // Of less than a second, few requests would make any rate.
  return (Math.max(0, due - missed) * 1000) / Math.max(1000, elapsedMs - fromMs);
}

/** Where nobody knows what is due, of the last seconds in which any was sent that has ended: steps change the rate. */
function rateOfEnded(all: readonly number[]): number {
  const last = Math.max(...all);
  const sent = all.filter((each) => each >= last - rateMs);
  const spanMs = last - Math.min(...sent);
  return sent.length > 1 && spanMs > 0 ? ((sent.length - 1) * 1000) / spanMs : 0;
}

const rateMs = 10_000;
