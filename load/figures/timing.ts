import { blockedDistribution, collectBlocked, type BlockedSamples } from '../statistics/blocked-samples.ts';
import type { Blocks } from '../statistics/blocks.ts';
import type { Detail, Distribution } from '../statistics/distribution.ts';
import { firstArrivals, hasCensored, earliestArrivals } from '../records/arrivals.ts';
import { gapsOf } from '../records/record-gaps.ts';
import { isCensored, type Censored } from '../statistics/measured.ts';
import { collectGaps, type Gaps } from './gaps.ts';
import type { Figures, LoadEvents } from './figures.ts';
import { bodyStartMs, contentArrivals, isAnswered, type RequestRecord } from '../records/record.ts';
import { percentsOf, type Slo } from '../slo/slo.ts';
import { percentilesOfAllRequests } from './of-all.ts';
import { tallyUnanswered, type UnansweredTally } from './unanswered.ts';

type Times = Pick<
  Figures,
  | 'ttfeMs'
  | 'ttftMs'
  | 'serviceTtftMs'
  | 'gapMs'
  | 'ttfbMs'
  | 'e2eMs'
  | 'serviceE2eMs'
  | 'lagMs'
  | 'contentCharsPerS'
  | 'events'
>;

/** Times of the measured requests, as a fold. */
export type Timing = {
  /**
   * @param block the block of time that the request belongs to
   * @param isAudit only the lag of an audit request counts
   */
  readonly add: (record: RequestRecord, block: number, isAudit?: boolean) => void;
  readonly merge: (other: Timing) => void;
  readonly times: (slo: Slo, detail: TimingDetail) => Times;
  /** The requests that have no such time. */
  readonly unanswered: UnansweredTally['of'];
  readonly state: () => TimingState;
};

/** Level of detail of distributions: as a chart shows them, or a quick version. */
export type TimingDetail = Pick<Detail, 'curve' | 'quick'> & {
  /** Estimated number of further wrong spoken responses, according to the decoded ones. */
  readonly undecoded?: number;
  /** Whether end-to-end times and first bytes of whole responses get a curve: each operation has its own. */
  readonly wholeCurve?: boolean;
};

type TimingState = {
  readonly samples: { readonly [Name in (typeof sampled)[number]]: BlockedSamples };
  readonly gaps: Gaps;
  readonly unanswered: UnansweredTally;
  readonly events: { -readonly [Name in (typeof counts)[number]]: number };
};

const sampled = ['ttfe', 'ttft', 'serviceTtft', 'ttfb', 'e2e', 'serviceE2e', 'lag', 'chars'] as const;

const counts = [
  'count',
  'dropped',
  'coalesced',
  'uncertain',
  'uncertainUnplaced',
  'uncertainFirst',
  'uncertainContent',
] as const;

/** The kind of response that has each time. */
const askedFor = {
  ttfe: 'stream',
  ttft: 'stream',
  serviceTtft: 'stream',
  ttfb: 'whole',
  e2e: 'all',
  serviceE2e: 'all',
  lag: 'all',
} as const;

export function timeRequests(blocks: Blocks): Timing {
  const blocked = (): BlockedSamples => collectBlocked(blocks, {});
  const samples = {
    ttfe: blocked(),
    ttft: blocked(),
    serviceTtft: blocked(),
    ttfb: blocked(),
    e2e: blocked(),
    serviceE2e: blocked(),
    lag: blocked(),
    chars: blocked(),
  };
  const gaps = collectGaps();
  const unanswered = tallyUnanswered(blocks);
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
    const began = bodyStartMs(record);
    if (began !== undefined) samples.ttfb.add(began - intended, block);
    samples.e2e.add(end - intended, block);
    samples.serviceE2e.add(end - sent, block);
    const content = contentArrivals(record);
    if (hasCensored(record)) gaps.addAll(block, gapsOf(record));
    else gaps.add(block, content);
    const charsPerS = contentCharsPerS(record, first.content);
    if (charsPerS !== undefined) samples.chars.add(charsPerS.high, block, charsPerS.low);
  };
  return {
    add: (record, block, isAudit = false) => {
      events.count += record.events.length + record.eventsDropped;
      events.dropped += record.eventsDropped;
      events.coalesced += record.coalesced;
      events.uncertain += record.early ?? 0;
      if (record.earlyAt === undefined) events.uncertainUnplaced += record.early ?? 0;
      if (!isAudit) unanswered.add(record, block);
      if (record.sent === undefined) return;
      samples.lag.add(record.sent - record.intended, block);
      if (isAnswered(record) && !isAudit) addOk(record, record.sent, block);
    },
    merge: (other) => {
      const more = other.state();
      for (const name of sampled) samples[name].merge(more.samples[name]);
      gaps.merge(more.gaps);
      unanswered.merge(more.unanswered);
      for (const name of counts) events[name] += more.events[name];
    },
    times: (slo, { undecoded = 0, ...detail }) => {
      const distributionFor = (name: Exclude<(typeof sampled)[number], 'chars'>): Distribution => {
        const percents = percentsFor(slo, name);
        const isTold = detail.quick !== true && name !== 'lag';
        const ofAll = isTold
          ? percentilesOfAllRequests(samples[name], percents, unanswered.of(askedFor[name], undecoded))
          : undefined;
        return {
          ...blockedDistribution(samples[name], {
            percents,
            ...detail,
            ...((name === 'e2e' || name === 'ttfb') && detail.wholeCurve === true && { curve: true }),
          }),
          ...(ofAll && { ofAll: [...ofAll] }),
        };
      };
      return {
        ttfeMs: distributionFor('ttfe'),
        ttftMs: distributionFor('ttft'),
        serviceTtftMs: distributionFor('serviceTtft'),
        gapMs: gaps.distribution({ percents: percentsOf(slo, 'gap'), ...detail }, unanswered.of('stream')),
        ...(samples.ttfb.samples.state().n > 0 && { ttfbMs: distributionFor('ttfb') }),
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
    unanswered: unanswered.of,
    state: () => ({ samples, gaps, unanswered, events }),
  };
}

/**
 * The percentiles to compute. A bound on a time from the intended start is also compared with the time from the actual
 * start.
 */
function percentsFor(slo: Slo, name: Exclude<(typeof sampled)[number], 'chars'>): readonly number[] {
  if (name === 'serviceE2e') return percentsOf(slo, 'e2e');
  if (name === 'serviceTtft') return [...new Set([...percentsOf(slo, 'ttft'), ...percentsOf(slo, 'serviceTtft')])];
  return percentsOf(slo, name);
}

type Of = { readonly streams: number; readonly withContent: number; readonly gaps: Gaps };

/**
 * Characters per second after the first event with text: how long the first event took to produce is not visible.
 * Undefined where all text may have come at once.
 */
function contentCharsPerS(record: RequestRecord, first: Censored | undefined): Censored | undefined {
  const { contentChars, firstContentChars, eventsDropped, events, others = [] } = record;
  if (contentChars === undefined || firstContentChars === undefined || first === undefined) return undefined;
  const place = lastContent(events.length, others);
  const high = events[place] ?? 0;
  const low = earliestArrivals(record)?.[place] ?? high;
  const chars = contentChars - firstContentChars;
  if (low <= first.high || eventsDropped > 0) return undefined;
  return { low: (chars * 1000) / (high - first.low), high: (chars * 1000) / (low - first.high) };
}

/** The index of the last event with text of the reply. */
function lastContent(events: number, others: readonly number[]): number {
  let [place, next] = [events - 1, others.length - 1];
  for (; others[next] === place; next -= 1) place -= 1;
  return place;
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
