import { blockedDistribution, collectBlocked, type BlockedSamples } from '../statistics/blocked-samples.ts';
import type { Blocks } from '../statistics/blocks.ts';
import type { Detail, Distribution } from '../statistics/distribution.ts';
import { firstArrivals, hasCensored } from '../records/arrivals.ts';
import { gapsOf } from '../records/record-gaps.ts';
import { isCensored } from '../statistics/measured.ts';
import { collectGaps, type Gaps } from './gaps.ts';
import type { Figures, LoadEvents } from './figures.ts';
import { contentArrivals, isAnswered, type RequestRecord } from '../records/record.ts';
import { percentsOf, type Slo } from '../slo/slo.ts';

type Times = Pick<
  Figures,
  'ttfeMs' | 'ttftMs' | 'serviceTtftMs' | 'gapMs' | 'e2eMs' | 'serviceE2eMs' | 'lagMs' | 'contentCharsPerS' | 'events'
>;

/** When things happened within the measured requests, as a fold. */
export type Timing = {
  /**
   * @param block of time that the request belongs to
   * @param isAudit its lag alone is told
   */
  readonly add: (record: RequestRecord, block: number, isAudit?: boolean) => void;
  readonly merge: (other: Timing) => void;
  readonly times: (slo: Slo, detail: TimingDetail) => Times;
  readonly state: () => TimingState;
};

/** How finely distributions are told: as a chart shows them, or quickly. */
export type TimingDetail = Pick<Detail, 'curve' | 'quick'> & {
  /** That of whole answers, as each operation has its own. */
  readonly wholeCurve?: boolean;
};

type TimingState = {
  readonly samples: { readonly [Name in (typeof sampled)[number]]: BlockedSamples };
  readonly gaps: Gaps;
  readonly events: { -readonly [Name in (typeof counts)[number]]: number };
};

const sampled = ['ttfe', 'ttft', 'serviceTtft', 'e2e', 'serviceE2e', 'lag', 'chars'] as const;

const counts = [
  'count',
  'dropped',
  'coalesced',
  'uncertain',
  'uncertainUnplaced',
  'uncertainFirst',
  'uncertainContent',
] as const;

export function timeRequests(blocks: Blocks): Timing {
  const blocked = (): BlockedSamples => collectBlocked(blocks, {});
  const samples = {
    ttfe: blocked(),
    ttft: blocked(),
    serviceTtft: blocked(),
    e2e: blocked(),
    serviceE2e: blocked(),
    lag: blocked(),
    chars: blocked(),
  };
  const gaps = collectGaps();
  const events = {
    count: 0,
    dropped: 0,
    coalesced: 0,
    uncertain: 0,
    uncertainUnplaced: 0,
    uncertainFirst: 0,
    uncertainContent: 0,
  };
  const addOk = (record: RequestRecord, sent: number, block: number): void => {
    const { intended, end } = record;
    const first = firstArrivals(record);
    if (first.event !== undefined) {
      const { low, high } = first.event;
      if (isCensored(first.event)) events.uncertainFirst += 1;
      samples.ttfe.add(high - intended, block, low - intended);
    }
    if (first.content !== undefined) {
      const { low, high } = first.content;
      if (isCensored(first.content)) events.uncertainContent += 1;
      samples.ttft.add(high - intended, block, low - intended);
      samples.serviceTtft.add(high - sent, block, low - sent);
    }
    samples.e2e.add(end - intended, block);
    samples.serviceE2e.add(end - sent, block);
    const content = contentArrivals(record);
    if (hasCensored(record)) gaps.addAll(block, gapsOf(record));
    else gaps.add(block, content);
    const charsPerS = contentCharsPerS(record, content.at(-1));
    if (charsPerS !== undefined) samples.chars.add(charsPerS, block);
  };
  return {
    add: (record, block, isAudit = false) => {
      events.count += record.events.length + record.eventsDropped;
      events.dropped += record.eventsDropped;
      events.coalesced += record.coalesced;
      events.uncertain += record.early ?? 0;
      if (record.earlyAt === undefined) events.uncertainUnplaced += record.early ?? 0;
      if (record.sent === undefined) return;
      samples.lag.add(record.sent - record.intended, block);
      if (isAnswered(record) && !isAudit) addOk(record, record.sent, block);
    },
    merge: (other) => {
      const more = other.state();
      for (const name of sampled) samples[name].merge(more.samples[name]);
      gaps.merge(more.gaps);
      for (const name of counts) events[name] += more.events[name];
    },
    times: (slo, detail) => {
      const distributionFor = (name: Exclude<(typeof sampled)[number], 'chars'>): Distribution =>
        blockedDistribution(samples[name], {
          percents: percentsFor(slo, name),
          ...detail,
          ...(name === 'e2e' && detail.wholeCurve === true && { curve: true }),
        });
      return {
        ttfeMs: distributionFor('ttfe'),
        ttftMs: distributionFor('ttft'),
        serviceTtftMs: distributionFor('serviceTtft'),
        gapMs: gaps.distribution({ percents: percentsOf(slo, 'gap'), ...detail }),
        e2eMs: distributionFor('e2e'),
        serviceE2eMs: distributionFor('serviceE2e'),
        lagMs: distributionFor('lag'),
        ...(samples.chars.samples.state().n > 0 && {
          contentCharsPerS: blockedDistribution(samples.chars, { quick: detail.quick ?? false }),
        }),
        events: withShares(events, {
          streams: samples.ttfe.samples.state().n,
          withContent: samples.ttft.samples.state().n,
          gaps,
        }),
      };
    },
    state: () => ({ samples, gaps, events }),
  };
}

/** A bound on a time from the intended start is held against that from the actual one too. */
function percentsFor(slo: Slo, name: Exclude<(typeof sampled)[number], 'chars'>): readonly number[] {
  if (name === 'serviceE2e') return percentsOf(slo, 'e2e');
  if (name === 'serviceTtft') return [...new Set([...percentsOf(slo, 'ttft'), ...percentsOf(slo, 'serviceTtft')])];
  return percentsOf(slo, name);
}

type Of = { readonly streams: number; readonly withContent: number; readonly gaps: Gaps };

/** Of one read there is no time between first and last. */
function contentCharsPerS(
  { contentChars, firstContent, eventsDropped }: RequestRecord,
  last: number | undefined,
): number | undefined {
  if (contentChars === undefined || firstContent === undefined || last === undefined) return undefined;
  return last > firstContent && eventsDropped === 0 ? contentChars / ((last - firstContent) / 1000) : undefined;
}

function withShares(events: TimingState['events'], { streams, withContent, gaps }: Of): LoadEvents {
  const share = (part: number, all = events.count): number => (all === 0 ? 0 : part / all);
  const { ends, censored } = gaps.state();
  const unsureGaps = censored.high.state().n;
  return {
    ...events,
    coalescedShare: share(events.coalesced),
    uncertainShare: share(events.uncertain),
    uncertainFirstShare: share(events.uncertainFirst, streams),
    uncertainContentShare: share(events.uncertainContent, withContent),
    unsureGaps,
    unsureGapsShare: share(unsureGaps, ends.n + unsureGaps),
  };
}
