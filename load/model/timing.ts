import { blockedDistribution, collectBlocked, type BlockedSamples } from './compare/blocked-samples.ts';
import type { Blocks } from './compare/blocks.ts';
import { collectGaps, type Gaps } from './gaps.ts';
import type { Figures, LoadEvents } from './load.ts';
import type { RequestRecord } from './record.ts';
import { percentsOf, type Slo } from './slo.ts';

type Times = Pick<Figures, 'ttftMs' | 'serviceTtftMs' | 'gapMs' | 'wholeMs' | 'lagMs' | 'events'>;

/** When things happened within the measured requests, as a fold. */
export type Timing = {
  /** @param block of time that the request belongs to */
  readonly add: (record: RequestRecord, block: number) => void;
  readonly merge: (other: Timing) => void;
  /** @param curve tells each distribution as finely as a chart shows it */
  readonly times: (slo: Slo, curve: boolean) => Times;
  readonly state: () => TimingState;
};

type TimingState = {
  readonly samples: { readonly [Name in 'ttft' | 'serviceTtft' | 'whole' | 'lag']: BlockedSamples };
  readonly gaps: Gaps;
  readonly events: { count: number; dropped: number; coalesced: number; early: number; earlyFirst: number };
};

export function timeRequests(blocks: Blocks): Timing {
  const [ttft, serviceTtft, whole, lag] = [
    collectBlocked(blocks, {}),
    collectBlocked(blocks, {}),
    collectBlocked(blocks, {}),
    collectBlocked(blocks, {}),
  ];
  const gaps = collectGaps();
  const events = { count: 0, dropped: 0, coalesced: 0, early: 0, earlyFirst: 0 };
  const addOk = (record: RequestRecord, sent: number, block: number): void => {
    const { intended, firstContent, end } = record;
    if (firstContent !== undefined) {
      ttft.add(firstContent - intended, block);
      serviceTtft.add(firstContent - sent, block);
      if (mayBeginEarly(record, firstContent)) events.earlyFirst += 1;
    }
    whole.add(end - intended, block);
    gaps.add(block, record.events);
  };
  return {
    add: (record, block) => {
      events.count += record.events.length + record.eventsDropped;
      events.dropped += record.eventsDropped;
      events.coalesced += record.coalesced;
      events.early += record.early ?? 0;
      if (record.sent === undefined) return;
      lag.add(record.sent - record.intended, block);
      if (record.outcome === 'ok') addOk(record, record.sent, block);
    },
    merge: (other) => {
      const more = other.state();
      ttft.merge(more.samples.ttft);
      serviceTtft.merge(more.samples.serviceTtft);
      whole.merge(more.samples.whole);
      lag.merge(more.samples.lag);
      gaps.merge(more.gaps);
      for (const name of ['count', 'dropped', 'coalesced', 'early', 'earlyFirst'] as const)
        events[name] += more.events[name];
    },
    times: (slo, curve) => ({
      ttftMs: blockedDistribution(ttft, { percents: percentsOf(slo, 'ttft'), curve }),
      serviceTtftMs: blockedDistribution(serviceTtft, { percents: percentsOf(slo, 'serviceTtft'), curve }),
      gapMs: gaps.distribution({ percents: percentsOf(slo, 'gap'), curve }),
      wholeMs: blockedDistribution(whole, { percents: percentsOf(slo, 'whole'), curve }),
      lagMs: blockedDistribution(lag, { percents: percentsOf(slo, 'lag'), curve }),
      events: withShares(events, ttft.samples.state().n),
    }),
    state: () => ({ samples: { ttft, serviceTtft, whole, lag }, gaps, events }),
  };
}

/**
 * Which events are early is not recorded, but one that shares its stamp with the next is: as many as there are of such
 * after the first content are not the first content.
 */
function mayBeginEarly({ early = 0, events }: RequestRecord, firstContent: number): boolean {
  if (early === 0) return false;
  let explained = 0;
  for (let place = 1; place < events.length; place += 1) {
    if (events[place] === events[place - 1] && events[place] !== firstContent) explained += 1;
  }
  return early > explained;
}

function withShares(events: TimingState['events'], answers: number): LoadEvents {
  const share = (part: number): number => (events.count === 0 ? 0 : part / events.count);
  return {
    ...events,
    coalescedShare: share(events.coalesced),
    earlyShare: share(events.early),
    earlyFirstShare: answers === 0 ? 0 : events.earlyFirst / answers,
  };
}
