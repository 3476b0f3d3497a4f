import type { PointedTime, RequestsShown, ShownRequest } from './figures.ts';
import { firstArrivals } from '../records/arrivals.ts';
import { gapsOf } from '../records/record-gaps.ts';
import { isCensored, type Censored } from '../statistics/measured.ts';
import { mayHaveFailed, type RequestRecord } from '../records/record.ts';

/**
 * Selects the requests that a report shows individually, as a fold over the records in any order: the slowest, those
 * that stalled longest, the first failures of each cause, and points chosen at random over all. Keeps a bounded number
 * of requests.
 */
type RequestsFold = {
  /** @param isMeasured the request counts in the figures: it is not of the warm-up, cut off, or of an audit */
  readonly add: (record: RequestRecord, isMeasured: boolean) => void;
  /** Undefined where nothing was recorded. */
  readonly result: () => RequestsShown | undefined;
  /** Cheap enough to be called at any time. */
  readonly outcomes: () => RequestsShown['outcomes'];
};

const mostShown = 10;
const mostStalled = 5;
const mostPoints = 1000;
const mostFailurePoints = 400;
/** Most events of a request that are drawn: more would be closer together than the thickness of a line. */
const mostEvents = 200;
/**
 * Most HTTP statuses with a count of their own. A target can make up status codes, so further ones are counted
 * together; which ones those are depends on the order of the records.
 */
const mostStatuses = 30;
const otherOutcomes = 'other outcomes';

type Stalled = { readonly record: RequestRecord; readonly gap: Censored };

type Outcome = {
  n: number;
  unmeasured: number;
  firstMs: number;
  lastMs: number;
  /** The same for measured requests. */
  measuredMs: readonly [number, number] | undefined;
  because: string | undefined;
  firstId: string;
  readonly first: Least<RequestRecord>;
};

export function foldRequests(): RequestsFold {
  const ttft = keepLeast<RequestRecord>(mostShown);
  const e2e = keepLeast<RequestRecord>(mostShown);
  const stalled = keepLeast<Stalled>(mostStalled);
  const endedInError = keepLeast<RequestRecord>(mostStalled);
  const points = { ttft: keepLeast<PointedTime>(mostPoints), e2e: keepLeast<PointedTime>(mostPoints) };
  const failures = keepLeast<number>(mostFailurePoints);
  const outcomes = new Map<string, Outcome>();
  const statuses = new Set<string>();
  let any = false;
  /** Outcomes that the tool itself names are few, and each is counted: `wrong` is not an HTTP status. */
  const nameOf = (outcome: string): string => {
    if (!outcome.startsWith('http-') || statuses.has(outcome)) return outcome;
    if (statuses.size >= mostStatuses) return otherOutcomes;
    statuses.add(outcome);
    return outcome;
  };
  const addAnswer = (record: RequestRecord, isMeasured: boolean): void => {
    const { intended, firstContent, end, index } = record;
    const chance = spread(index);
    if (points.e2e.wants(chance)) points.e2e.add(chance, [intended, micros(end - intended)]);
    if (firstContent !== undefined && points.ttft.wants(chance))
      points.ttft.add(chance, firstPoint(record, firstContent));
    if (!isMeasured) return;
    e2e.add(intended - end, record, index);
    const gap = longestGapOf(record);
    // Sorted by the low end, which is certain, first.
    if (gap.high > 0) stalled.add(-gap.low, { record, gap }, -gap.high, index);
    if (firstContent !== undefined) ttft.add(intended - firstContent, record, index);
  };
  const outcomesUntilNow = (): RequestsShown['outcomes'] =>
    [...outcomes]
      .map(([outcome, { n, unmeasured, firstMs, lastMs, measuredMs, because }]) => ({
        outcome,
        n,
        ...(unmeasured > 0 && { unmeasured, ...(measuredMs && { measuredMs }) }),
        firstMs,
        lastMs,
        ...(because !== undefined && { because }),
      }))
      .toSorted((one, next) => one.firstMs - next.firstMs || (one.outcome < next.outcome ? -1 : 1));
  return {
    outcomes: outcomesUntilNow,
    add: (record, isMeasured) => {
      any = true;
      const { outcome, intended, because, id, index } = record;
      if (outcome === 'aborted') return;
      if (outcome === 'ok') {
        if (mayHaveFailed(record)) endedInError.add(intended, record, index);
        else addAnswer(record, isMeasured);
        return;
      }
      failures.add(spread(index), intended);
      const name = nameOf(outcome);
      const seen = outcomes.get(name);
      const unmeasured = isMeasured ? 0 : 1;
      const measuredMs = isMeasured ? ([intended, intended] as const) : undefined;
      if (seen === undefined) {
        const first = keepLeast<RequestRecord>(mostShown);
        first.add(intended, record, index);
        const times = { firstMs: intended, lastMs: intended, measuredMs };
        outcomes.set(name, { n: 1, unmeasured, ...times, because, firstId: id, first });
        return;
      }
      if (isMeasured) {
        const [from, to] = seen.measuredMs ?? [intended, intended];
        seen.measuredMs = [Math.min(from, intended), Math.max(to, intended)];
      }
      seen.first.add(intended, record, index);
      seen.n += 1;
      seen.unmeasured += unmeasured;
      seen.lastMs = Math.max(seen.lastMs, intended);
      if (intended > seen.firstMs || (intended === seen.firstMs && id >= seen.firstId)) return;
      [seen.firstMs, seen.because, seen.firstId] = [intended, because, id];
    },
    result: () => {
      if (!any) return undefined;
      const by = ttft.kept().length > 0 ? 'ttft' : 'e2e';
      const inError = endedInError.kept().map(shownOf);
      const longest = stalled.kept().map(({ record, gap }) => ({
        ...shownOf(record),
        gapMs: micros(gap.low),
        ...(isCensored(gap) && { gapAtMostMs: micros(gap.high) }),
      }));
      const byTime = (one: PointedTime, next: PointedTime): number => one[0] - next[0] || one[1] - next[1];
      return {
        by,
        slowest: (by === 'ttft' ? ttft : e2e).kept().map(shownOf),
        ...(longest.length > 0 && { stalled: longest }),
        failed: firstOfEach(outcomes).map(shownOf),
        ...(inError.length > 0 && { endedInError: inError }),
        points: points[by].kept().toSorted(byTime),
        failures: failures.kept().toSorted((one, next) => one - next),
        outcomes: outcomesUntilNow(),
      };
    },
  };
}

/**
 * Some failures of each cause, in order of time: failures of the first cause alone would hide why most requests failed.
 */
function firstOfEach(causes: ReadonlyMap<string, Outcome>): readonly RequestRecord[] {
  // Outcomes that are counted together are not a cause, so they come last.
  const many = causes.get(otherOutcomes);
  const each = [...causes.values()]
    .toSorted(
      (one, next) => Number(one === many) - Number(next === many) || next.n - one.n || one.firstMs - next.firstMs,
    )
    .map(({ first }) => first.kept());
  const turns = Array.from({ length: mostShown }, (_, turn) => each.flatMap((records) => records[turn] ?? []));
  return turns
    .flat()
    .slice(0, mostShown)
    .toSorted((one, next) => one.intended - next.intended || one.index - next.index);
}

type Least<Value> = {
  readonly wants: (key: number) => boolean;
  /** @param ties break ties between equal keys, so that the result does not depend on the order of adding */
  readonly add: (key: number, value: Value, ...ties: readonly [tie?: number, lastTie?: number]) => void;
  /** The values with the smallest keys first. */
  readonly kept: () => readonly Value[];
};

/** Keeps the values with the smallest keys. It sorts once per `most` kept values; other values cost a comparison. */
function keepLeast<Value>(most: number): Least<Value> {
  let held: { readonly key: number; readonly tie: number; readonly lastTie: number; readonly value: Value }[] = [];
  let bound = Infinity;
  const cut = (): void => {
    held = held
      .toSorted((one, next) => one.key - next.key || one.tie - next.tie || one.lastTie - next.lastTie)
      .slice(0, most);
    if (held.length === most) bound = held.at(-1)?.key ?? Infinity;
  };
  return {
    wants: (key) => key <= bound,
    add: (key, value, tie = 0, lastTie = 0) => {
      if (key > bound) return;
      held.push({ key, tie, lastTie, value });
      if (held.length >= 2 * most) cut();
    },
    kept: () => {
      cut();
      return held.map(({ value }) => value);
    },
  };
}

/** A pseudo-random number from 0 to 2^32 that is always the same for a request: the finaliser of MurmurHash3. */
function spread(index: number): number {
  let hash = index | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function firstPoint(record: RequestRecord, firstContent: number): PointedTime {
  const { intended } = record;
  const atLeast = contentAtLeast(record);
  const atMost = micros(firstContent - intended);
  return atLeast === undefined ? [intended, atMost] : [intended, atMost, micros(atLeast - intended)];
}

/** Earliest time at which the first event with text may have come. Undefined where the time is known exactly. */
function contentAtLeast(record: RequestRecord): number | undefined {
  const { content } = firstArrivals(record);
  return content !== undefined && isCensored(content) ? content.low : undefined;
}

/** The longest gap. Events of the same read may have come at any time since the read before. */
function longestGapOf(record: RequestRecord): Censored {
  const gaps = gapsOf(record);
  let [low, high] = [0, 0];
  for (let place = 0; place < gaps.count; place += 1) {
    low = Math.max(low, gaps.low[place] as number);
    high = Math.max(high, gaps.high[place] as number);
  }
  return { low, high };
}

function micros(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

function shownOf(record: RequestRecord): ShownRequest {
  const { id, index, intended, end, outcome, events, eventsDropped, operation, scenario } = record;
  const { sent, headers, firstEvent, firstContent, status, because } = record;
  const atLeast = contentAtLeast(record);
  return {
    id,
    index,
    operation: operation ?? scenario,
    intended,
    ...(sent !== undefined && { sent }),
    ...(headers !== undefined && { headers }),
    ...(firstEvent !== undefined && { firstEvent }),
    ...(firstContent !== undefined && { firstContent }),
    ...(atLeast !== undefined && { firstContentAtLeast: atLeast }),
    events: events.slice(0, mostEvents),
    eventCount: events.length + eventsDropped,
    end,
    outcome,
    ...(status !== undefined && { status }),
    ...(because !== undefined && { because }),
  };
}
