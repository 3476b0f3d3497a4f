import { quantileNames, quantiles, type Distribution, type QuantileName } from '../statistics/distribution.ts';
import type { Figures } from '../figures/figures.ts';
import type { LoadSettings } from '../records/settings.ts';
import { sloFrom } from '../slo/parse-slo.ts';
import { sloQuantities } from '../slo/quantities.ts';
import { shareText } from '../statistics/share-text.ts';

/**
 * Figures without what cannot be claimed: the time to first token where no rule tells which event has it, and in records
 * of older runs the percentiles of gaps that censored events spoil. The reason stands in their place. A censored percentile is
 * told by both ends.
 */
export function suppressedFigures<Some extends Figures>(figures: Some, settings: LoadSettings): Some {
  const claimed = settings.content === undefined ? withoutTtft(figures, settings) : readBy(figures, settings);
  const { uncertainShare, uncertainFirstShare, uncertainContentShare, unsureGapsShare, uncertainUnplaced } =
    claimed.events;
  if (uncertainShare === 0) return claimed;
  const ofEvents = `${shareText(uncertainShare)} of the events arrived at their timestamps or sooner`;
  const first = (share: number, what: string): string =>
    `in ${shareText(share)} of the answers the first ${what} arrived at an unknown time before its timestamp`;
  const ofContent = first(uncertainContentShare, 'event with text of the reply');
  return {
    ...claimed,
    ttfeMs: boundedFrom(claimed.ttfeMs, uncertainFirstShare, first(uncertainFirstShare, 'event')),
    ttftMs: boundedFrom(claimed.ttftMs, uncertainContentShare, ofContent),
    serviceTtftMs: boundedFrom(claimed.serviceTtftMs, uncertainContentShare, ofContent),
    gapMs: suppressedFrom(
      boundedFrom(
        claimed.gapMs,
        unsureGapsShare,
        `${shareText(unsureGapsShare)} of the gaps are known only as a range`,
      ),
      uncertainUnplaced / claimed.events.count,
      ofEvents,
    ),
  };
}

/** Beyond it the rule is not that of these streams, whatever it was learned from. */
const mostUnread = 0.1;

/**
 * Where the rule read no text in so many streams that were answered in full, nothing that rests on it is claimed; gaps are
 * between events with text. Of fewer it is said, and bounds that they could break are not kept.
 */
function readBy<Some extends Figures>(figures: Some, settings: LoadSettings): Some {
  const because = unreadText(figures, settings);
  if (because === undefined || 1 - figures.ttftMs.n / figures.ttfeMs.n <= mostUnread + 1e-9) return figures;
  const unclaimed = `${because}; leave out --dialect, --gate and --content, so that the rule is learned again, or put the bound on ttfe`;
  const none: Distribution = { n: 0, missing: {}, unclaimed };
  const { goodput, ...rest } = figures;
  const isOfText = sloFrom(settings.slo)?.some(({ quantity }) => sloQuantities[quantity].needsText);
  return {
    ...(rest as Some),
    ...(goodput && isOfText !== true && { goodput }),
    ttftMs: none,
    serviceTtftMs: none,
    gapMs: none,
  };
}

/** `the rule delta.text read no text of the reply in 312 of 3000 streams`; `undefined` where it read some in each. */
export function unreadText({ ttfeMs, ttftMs }: Figures, { content }: LoadSettings): string | undefined {
  const unread = ttfeMs.n - ttftMs.n;
  if (content === undefined || ttftMs.unclaimed !== undefined || unread <= 0) return undefined;
  return `the rule ${content} read no text of the reply in ${unread} of ${ttfeMs.n} streams`;
}

/** Where nothing was streamed there is nothing to claim. */
function withoutTtft<Some extends Figures>(figures: Some, { contentFrom }: LoadSettings): Some {
  if (figures.ttfeMs.n === 0) return figures;
  const unclaimed = `no rule tells which events carry text of the reply${contentFrom === undefined ? '' : ` (${contentFrom})`}; give one, such as --content event=token or --content delta.text, or put the bound on ttfe`;
  const none: Distribution = { n: 0, missing: {}, unclaimed };
  return { ...figures, ttftMs: none, serviceTtftMs: none };
}

/**
 * A percentile is its high end, beside the low one where that is more than a trifle less: some censored events move each
 * percentile, as each changes the ranks of all times that it may have been before. Where they are more than the
 * samples above it, an interval would say more than is known, and a curve ends before it. How many samples an interval needs
 * is kept. Means and the largest value are spoilt by any of them.
 */
function boundedFrom(distribution: Distribution, censoredShare: number, because: string): Distribution {
  const spoils = (q: number): boolean => censoredShare > 1 - q + 1e-12;
  const { atLeast = {}, intervals = {}, ...rest } = distribution;
  const named = quantileNames.filter((name) => spoils(quantiles[name]));
  const exact = quantileNames.filter((name) => !spoils(quantiles[name]) && isTrifle(distribution[name], atLeast[name]));
  const [lows, intervalsKept] = [without(atLeast, exact), without(intervals, named)];
  const curve = distribution.curve?.filter(({ percent }) => !spoils(percent / 100));
  const asked = distribution.asked?.map(({ atLeast: low, interval, ...each }) => {
    const isSpoilt = spoils(each.percent / 100);
    const isExact = low === undefined || (!isSpoilt && isTrifle(each.value, low));
    return { ...each, ...(!isExact && { atLeast: low }), ...(interval && !isSpoilt && { interval }) };
  });
  const ofAll = distribution.ofAll?.map(({ atLeast: low, interval, from, ...each }) => {
    const isSpoilt = spoils(each.percent / 100);
    const isExact = low === undefined || (!isSpoilt && isTrifle(each.value, low));
    return {
      ...each,
      ...(!isExact && { atLeast: low }),
      ...(interval && !isSpoilt && { interval }),
      ...(from !== undefined && !isSpoilt && { from }),
    };
  });
  return {
    ...rest,
    ...(ofAll && { ofAll }),
    ...(Object.keys(lows).length > 0 && { atLeast: lows }),
    ...(Object.keys(intervalsKept).length > 0 && { intervals: intervalsKept }),
    ...(asked && { asked }),
    ...(curve && { curve }),
    ...(curve && curve.length < (distribution.curve?.length ?? 0) && { curveSuppressed: because }),
  };
}

/** Less than anybody asks for, and than a percentile varies from run to run; its interval holds both ends all the same. */
const trifle = 0.005;

function isTrifle(high: number | undefined, low: number | undefined): boolean {
  return high === undefined || low === undefined || high - low <= trifle * high;
}

/** A percentile q can be told while fewer than 1 − q of its samples may have come earlier than their timestamp says. */
function suppressedFrom(distribution: Distribution, censoredShare: number, because: string): Distribution {
  const spoils = (q: number): boolean => censoredShare > 1 - q + 1e-12;
  const names = quantileNames.filter((name) => spoils(quantiles[name]) && distribution[name] !== undefined);
  const asked = distribution.asked?.map((each) => {
    if (each.value === undefined || !spoils(each.percent / 100)) return each;
    return { percent: each.percent, suppressed: because };
  });
  const curve = distribution.curve?.filter(({ percent }) => !spoils(percent / 100));
  if (names.length === 0 && asked === undefined && curve === undefined) return distribution;
  // What is suppressed of the answered requests is nothing to judge all of them by.
  const ofAll = distribution.ofAll?.filter(({ percent, value }) => value === undefined || !spoils(percent / 100));
  const { intervals, needed, ...rest } = { ...distribution, ...(ofAll && { ofAll }) };
  const [sure, wanting] = [intervals && without(intervals, names), needed && without(needed, names)];
  return {
    ...without(rest, names),
    ...(sure && Object.keys(sure).length > 0 && { intervals: sure }),
    ...(wanting && Object.keys(wanting).length > 0 && { needed: wanting }),
    ...(names.length > 0 && { suppressed: Object.fromEntries(names.map((name) => [name, because])) }),
    ...(asked && { asked }),
    ...(curve && { curve }),
    ...(curve && curve.length < (distribution.curve?.length ?? 0) && { curveSuppressed: because }),
  };
}

function without<T extends object>(from: T, names: readonly QuantileName[]): T {
  return Object.fromEntries(Object.entries(from).filter(([key]) => !names.some((name) => name === key))) as T;
}
