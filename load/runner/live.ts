import type { RequestRecord } from '../records/record.ts';
import type { RequestsHeader } from '../records/requests.ts';

/** What a run is like just now: of the last requests that ended, warm-up and all. */
export type Live = {
  readonly elapsedMs: number;
  /** Requests sent a second. */
  readonly ratePerS: number;
  /** Due by now and not yet recorded; absent where nobody knows what is due, as in sessions. */
  readonly inFlight?: number;
  /** What the times to a first something are to: of streams the first token, or where no rule tells it the first event. */
  readonly first: 'TTFT' | 'TTFE' | 'first byte';
  readonly firstP50Ms?: number;
  readonly firstP95Ms?: number;
  readonly failed: number;
  /** At most spent. */
  readonly credits: number;
  readonly creditsForAnswers: number;
  /** Of the requests sent lately; absent where none was. */
  readonly lagP99Ms?: number;
};

export type LiveFold = {
  readonly add: (record: RequestRecord) => void;
  readonly now: (unixMs: number) => Live;
};

/** So many requests are lately: enough for a p95, and soon over after a change. */
const lately = 500;

/** @param dueTimes intended times of the schedule in milliseconds since t0, ascending, as far as they are known */
export function liveFold(
  { t0UnixNs, settings }: Pick<RequestsHeader, 't0UnixNs' | 'settings'>,
  dueTimes: readonly number[] | undefined,
): LiveFold {
  const [streamed, whole, lag, sent]: [number[], number[], number[], number[]] = [[], [], [], []];
  const sums = { recorded: 0, failed: 0, credits: 0, creditsForAnswers: 0 };
  const keep = (of: number[], value: number): void => {
    of.push(value);
    if (of.length > lately) of.shift();
  };
  return {
    add: (record) => {
      sums.recorded += 1;
      if (record.sent !== undefined) sums.credits += record.credits ?? 0;
      if (record.outcome === 'ok') sums.creditsForAnswers += record.credits ?? 0;
      if (record.outcome !== 'ok' && record.outcome !== 'aborted') sums.failed += 1;
      if (record.sent === undefined) return;
      keep(sent, record.sent);
      keep(lag, record.sent - record.intended);
      if (record.outcome !== 'ok') return;
      const { intended, firstEvent, firstContent, firstByte } = record;
      const first = settings.content === undefined ? firstEvent : firstContent;
      if (first !== undefined) keep(streamed, first - intended);
      else if (firstEvent === undefined && firstByte !== undefined) keep(whole, firstByte - intended);
    },
    now: (unixMs) => {
      const elapsedMs = unixMs - t0UnixNs / 1e6;
      const of = streamed.length > 0 ? streamed : whole;
      const [firstP50Ms, firstP95Ms, lagP99Ms] = [at(of, 0.5), at(of, 0.95), at(lag, 0.99)];
      const ofStreams = settings.content === undefined ? 'TTFE' : 'TTFT';
      return {
        elapsedMs,
        ratePerS: rateOf(sent),
        ...(dueTimes && { inFlight: Math.max(0, countUpTo(dueTimes, elapsedMs) - sums.recorded) }),
        first: whole.length > 0 && streamed.length === 0 ? 'first byte' : ofStreams,
        ...(firstP50Ms !== undefined && { firstP50Ms }),
        ...(firstP95Ms !== undefined && { firstP95Ms }),
        ...(lagP99Ms !== undefined && { lagP99Ms }),
        failed: sums.failed,
        credits: sums.credits,
        creditsForAnswers: sums.creditsForAnswers,
      };
    },
  };
}

/** Unix milliseconds as they would go on if nobody set the clock: by it a step of a step load is over, or is not. */
export function steadyClock(wallMs: () => number = Date.now): () => number {
  const atFirst = wallMs() - performance.now();
  return () => atFirst + performance.now();
}

function at(values: readonly number[], q: number): number | undefined {
  return values.toSorted((one, other) => one - other)[Math.max(0, Math.ceil(q * values.length) - 1)];
}

function rateOf(sent: readonly number[]): number {
  const spanMs = Math.max(...sent) - Math.min(...sent);
  return sent.length > 1 && spanMs > 0 ? ((sent.length - 1) * 1000) / spanMs : 0;
}

/** How many of ascending numbers are no larger. */
function countUpTo(ascending: readonly number[], limit: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
