import { countUpTo } from '../statistics/ascending.ts';
import { isSpeech, type RequestRecord } from '../records/record.ts';
import type { RequestsHeader } from '../records/requests.ts';
import { stepAt } from '../plan/phases.ts';
import { stepsOf, type LoadStep } from '../plan/steps.ts';

/** The current state of a run: figures of the requests that ended last, warm-up included. */
export type LiveState = {
  readonly elapsedMs: number;
  /** `ending`: the schedule is over, and the last responses are awaited. */
  readonly phase: 'warm-up' | 'measuring' | 'ending';
  /** Milliseconds until the schedule is over; 0 from then on. */
  readonly leftMs: number;
  /** The number, from 1, of the current step or level, where the schedule has any. */
  readonly step?: { readonly place: number; readonly of: number } & LoadStep;
  /** Requests sent per second, answered or not; 0 once the schedule is over. */
  readonly ratePerS: number;
  /**
   * Requests that are due and not yet recorded, up to the limit of requests in flight. Absent where the due requests
   * are unknown, as in sessions.
   */
  readonly inFlight?: number;
  /** Requests that are due and not yet recorded beyond the limit of requests in flight: they wait to be sent. */
  readonly waiting?: number;
  /** Absent where no request was answered. */
  readonly recent?: Recent;
  /** Lag of the recently sent requests; absent where none was sent. */
  readonly lagP99Ms?: number;
};

/**
 * The most asked-for time. For streams it is the time to first token, or where no content rule is known, to first
 * event. For speech without streams beside it, it is the real-time factor.
 */
type Recent = {
  readonly of: 'TTFT' | 'TTFE' | 'real-time factor' | 'E2E latency';
  /** In milliseconds; the real-time factor has no unit. */
  readonly p50: number;
  readonly p95: number;
};

export type LiveFold = {
  readonly add: (record: RequestRecord) => void;
  readonly now: (unixMs: number) => LiveState;
};

/** Number of requests that count as recent: enough for a p95, and soon replaced after a change. */
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

function underWay(due: number, mostInFlight: number): Pick<LiveState, 'inFlight' | 'waiting'> {
  const waiting = Math.max(0, due - mostInFlight);
  return { inFlight: Math.max(0, due - waiting), ...(waiting > 0 && { waiting }) };
}

/** Unix milliseconds that ignore later changes of the clock: whether a step of a step load is over depends on them. */
export function steadyClock(wallMs: () => number = Date.now): () => number {
  const atFirst = wallMs() - performance.now();
  return () => atFirst + performance.now();
}

type Ring = { readonly add: (value: number) => void; readonly values: () => readonly number[] };

/** Keeps the last numbers, in any order. */
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

/** Rate over the last seconds, from a whole second on: requests that were due, without those recorded as not sent. */
function rateOfDue(dueTimes: readonly number[], unsent: ReadonlyMap<number, number>, elapsedMs: number): number {
  const second = Math.floor(elapsedMs / 1000) - rateMs / 1000 + 1;
  const fromMs = Math.max(0, second * 1000);
  if (elapsedMs <= fromMs) return 0;
  const due = countUpTo(dueTimes, elapsedMs) - (fromMs === 0 ? 0 : countUpTo(dueTimes, fromMs));
  const missed = [...unsent].reduce((sum, [at, count]) => (at * 1000 >= fromMs ? sum + count : sum), 0);
  // At least a second counts: over less, a few requests would give any rate.
  return (Math.max(0, due - missed) * 1000) / Math.max(1000, elapsedMs - fromMs);
}

/**
 * The rate where due requests are unknown: over the last seconds in which a request that has ended was sent, because
 * steps change the rate.
 */
function rateOfEnded(all: readonly number[]): number {
  const last = Math.max(...all);
  const sent = all.filter((each) => each >= last - rateMs);
  const spanMs = last - Math.min(...sent);
  return sent.length > 1 && spanMs > 0 ? ((sent.length - 1) * 1000) / spanMs : 0;
}

const rateMs = 10_000;
