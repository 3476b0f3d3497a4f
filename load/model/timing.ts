import { blockedDistribution, collectBlocked, type BlockedSamples } from './compare/blocked-samples.ts';
import type { Blocks } from './compare/blocks.ts';
import { collectGaps, type Gaps } from './gaps.ts';
import type { Figures, LoadEvents } from './load.ts';
import { contentArrivals, type RequestRecord } from './record.ts';
import { percentsOf, type Slo } from './slo.ts';

type Times = Pick<Figures, 'ttfeMs' | 'ttftMs' | 'serviceTtftMs' | 'gapMs' | 'wholeMs' | 'lagMs' | 'events'>;

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
  readonly samples: { readonly [Name in 'ttfe' | 'ttft' | 'serviceTtft' | 'whole' | 'lag']: BlockedSamples };
  readonly gaps: Gaps;
  readonly events: { -readonly [Name in (typeof counts)[number]]: number };
};

const counts = ['count', 'dropped', 'coalesced', 'early', 'earlyFirst', 'earlyContent'] as const;

export function timeRequests(blocks: Blocks): Timing {
  const [ttfe, ttft, serviceTtft, whole, lag] = [
    collectBlocked(blocks, {}),
    collectBlocked(blocks, {}),
    collectBlocked(blocks, {}),
    collectBlocked(blocks, {}),
    collectBlocked(blocks, {}),
  ];
  const gaps = collectGaps();
  const events = { count: 0, dropped: 0, coalesced: 0, early: 0, earlyFirst: 0, earlyContent: 0 };
  const addOk = (record: RequestRecord, sent: number, block: number): void => {
    const { intended, firstEvent, firstContent, end } = record;
    if (firstEvent !== undefined) {
      ttfe.add(firstEvent - intended, block);
      if (mayComeEarly(record, firstEvent)) events.earlyFirst += 1;
    }
    if (firstContent !== undefined) {
      ttft.add(firstContent - intended, block);
      serviceTtft.add(firstContent - sent, block);
      if (mayComeEarly(record, firstContent)) events.earlyContent += 1;
    }
    whole.add(end - intended, block);
    gaps.add(block, contentArrivals(record));
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
      ttfe.merge(more.samples.ttfe);
      ttft.merge(more.samples.ttft);
      serviceTtft.merge(more.samples.serviceTtft);
      whole.merge(more.samples.whole);
      lag.merge(more.samples.lag);
      gaps.merge(more.gaps);
      for (const name of counts) events[name] += more.events[name];
    },
    times: (slo, curve) => ({
      ttfeMs: blockedDistribution(ttfe, { percents: percentsOf(slo, 'ttfe'), curve }),
      ttftMs: blockedDistribution(ttft, { percents: percentsOf(slo, 'ttft'), curve }),
      serviceTtftMs: blockedDistribution(serviceTtft, { percents: percentsOf(slo, 'serviceTtft'), curve }),
      gapMs: gaps.distribution({ percents: percentsOf(slo, 'gap'), curve }),
      wholeMs: blockedDistribution(whole, { percents: percentsOf(slo, 'whole'), curve }),
      lagMs: blockedDistribution(lag, { percents: percentsOf(slo, 'lag'), curve }),
      events: withShares(events, ttfe.samples.state().n, ttft.samples.state().n),
    }),
    state: () => ({ samples: { ttfe, ttft, serviceTtft, whole, lag }, gaps, events }),
  };
}

/**
 * Which events are early is not recorded, but one that shares its stamp with the next is: as many as there are of such
 * at other times than this one are not this one.
 */
function mayComeEarly({ early = 0, events }: RequestRecord, at: number): boolean {
  if (early === 0) return false;
  let explained = 0;
  for (let place = 1; place < events.length; place += 1) {
    if (events[place] === events[place - 1] && events[place] !== at) explained += 1;
  }
  return early > explained;
}

function withShares(events: TimingState['events'], streams: number, withContent: number): LoadEvents {
  const share = (part: number, all = events.count): number => (all === 0 ? 0 : part / all);
  return {
    ...events,
    coalescedShare: share(events.coalesced),
    earlyShare: share(events.early),
    earlyFirstShare: share(events.earlyFirst, streams),
    earlyContentShare: share(events.earlyContent, withContent),
  };
}
