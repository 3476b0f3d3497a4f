import { collectSamples, distributionOf } from './distribution.ts';
import type { Load, LoadCounts, LoadEvents, LoadRates } from './load.ts';
import type { RequestRecord, RequestsHeader } from './requests.ts';

/** A fold over the records of a run: it keeps numbers, never records, so that a run of any length fits. */
export type Summary = {
  readonly add: (record: RequestRecord) => void;
  /** Cheap at any time. */
  readonly counts: () => LoadCounts;
  /** The figures of what was added so far: sorts all samples. */
  readonly load: () => Load;
};

export function summaryOf(header: RequestsHeader): Summary {
  const { settings } = header;
  const counting = countRequests(settings.warmupMs);
  const timing = timeRequests();
  return {
    add: (record) => {
      const measured = counting.add(record);
      if (measured) timing.add(record);
    },
    counts: () => counting.result(settings.planned).counts,
    load: () => {
      const { counts, failures, connections, lastIntended, lastSent, sent } = counting.result(settings.planned);
      const complete = counts.recorded === settings.planned && counts.aborted === 0;
      const plannedMs = complete ? settings.durationMs : Math.min(lastIntended, settings.durationMs);
      return {
        schema: 'assay.load/1',
        scenario: header.scenario,
        target: settings.target,
        seed: header.seed,
        run: header.run,
        startedAt: new Date(header.t0UnixNs / 1e6).toISOString(),
        stamps: header.stamps,
        settings,
        complete,
        counts,
        rates: ratesOf(counts.measured, sent, plannedMs - settings.warmupMs, lastSent - settings.warmupMs),
        failures,
        ...timing.result(),
        connections,
      };
    },
  };
}

function ratesOf(measured: number, sent: number, plannedMs: number, sendingMs: number): LoadRates {
  const perS = (count: number, ms: number): number => (ms > 0 ? Math.round((count * 1e6) / ms) / 1000 : 0);
  return { intendedPerS: perS(measured, plannedMs), achievedPerS: perS(sent, Math.max(plannedMs, sendingMs)) };
}

type Counted = {
  readonly counts: LoadCounts;
  readonly failures: Load['failures'];
  readonly connections: Load['connections'];
  readonly lastIntended: number;
  readonly lastSent: number;
  readonly sent: number;
};

function countRequests(warmupMs: number): {
  readonly add: (record: RequestRecord) => boolean;
  readonly result: (planned: number) => Counted;
} {
  const counts = { recorded: 0, warmup: 0, warmupFailed: 0, measured: 0, ok: 0, failed: 0, aborted: 0 };
  const failures: Record<string, number> = {};
  const connections = { opened: 0, reused: 0 };
  const sending = { lastIntended: 0, lastSent: 0, sent: 0 };
  const addMeasured = (record: RequestRecord): void => {
    counts.measured += 1;
    if (record.outcome === 'ok') counts.ok += 1;
    else if (record.outcome === 'aborted') counts.aborted += 1;
    else {
      counts.failed += 1;
      failures[record.outcome] = (failures[record.outcome] ?? 0) + 1;
    }
    if (record.sent === undefined) return;
    sending.sent += 1;
    sending.lastSent = Math.max(sending.lastSent, record.sent);
    if (record.outcome !== 'refused') connections[record.reused ? 'reused' : 'opened'] += 1;
  };
  return {
    add: (record) => {
      counts.recorded += 1;
      sending.lastIntended = Math.max(sending.lastIntended, record.intended);
      const measured = record.intended >= warmupMs;
      if (measured) addMeasured(record);
      else {
        counts.warmup += 1;
        if (record.outcome === 'aborted') counts.aborted += 1;
        else if (record.outcome !== 'ok') counts.warmupFailed += 1;
      }
      return measured;
    },
    result: (planned) => ({ counts: { planned, ...counts }, failures: { ...failures }, connections, ...sending }),
  };
}

type Timed = Pick<Load, 'ttftMs' | 'serviceTtftMs' | 'gapMs' | 'wholeMs' | 'lagMs' | 'events'>;

function timeRequests(): { readonly add: (record: RequestRecord) => void; readonly result: () => Timed } {
  const [ttft, serviceTtft, gap] = [collectSamples(), collectSamples(), collectSamples()];
  const [whole, lag] = [collectSamples(), collectSamples()];
  const events = { count: 0, dropped: 0, coalesced: 0 };
  const addOk = (record: RequestRecord, sent: number): void => {
    const { intended, firstContent, end } = record;
    if (firstContent !== undefined) {
      ttft.add(firstContent - intended);
      serviceTtft.add(firstContent - sent);
    }
    whole.add(end - intended);
    record.events.forEach((at, place) => {
      const before = record.events[place - 1];
      if (before !== undefined) gap.add(at - before);
    });
  };
  return {
    add: (record) => {
      events.count += record.events.length + record.eventsDropped;
      events.dropped += record.eventsDropped;
      events.coalesced += record.coalesced;
      if (record.sent === undefined) return;
      lag.add(record.sent - record.intended);
      if (record.outcome === 'ok') addOk(record, record.sent);
    },
    result: () => ({
      ttftMs: distributionOf(ttft),
      serviceTtftMs: distributionOf(serviceTtft),
      gapMs: distributionOf(gap),
      wholeMs: distributionOf(whole),
      lagMs: distributionOf(lag),
      events: withShare(events),
    }),
  };
}

function withShare(events: Omit<LoadEvents, 'coalescedShare'>): LoadEvents {
  return { ...events, coalescedShare: events.count === 0 ? 0 : events.coalesced / events.count };
}
