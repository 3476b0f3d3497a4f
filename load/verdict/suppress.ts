import { quantileNames, quantiles, type Distribution, type QuantileName } from '../statistics/distribution.ts';
import type { Figures } from '../figures/figures.ts';
import type { LoadSettings } from '../records/settings.ts';
import { sloFrom } from '../slo/parse-slo.ts';
import { sloQuantities } from '../slo/quantities.ts';
import { shareText } from '../statistics/share-text.ts';

/**
 * The figures without what cannot be claimed, and with the reason in its place: the time to first token where no rule
 * says which event has it, and in records of older runs the percentiles of gaps that censored events make unreliable. A
 * censored percentile is given with both ends.
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

/**
 * Largest share of streams without text by the rule: above it the rule does not fit these streams, wherever it was
 * learned.
 */
const mostUnread = 0.1;

/**
 * Where the rule read no text in more than this share of the answered streams, nothing that depends on it is claimed,
 * gaps included, as they are between events with text. For a smaller share a note is given, and bounds that these
 * streams could violate are inconclusive.
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

/**
 * `the rule delta.text read no text of the reply in 312 of 3000 streams`. Undefined where it read text in each stream.
 */
export function unreadText({ ttfeMs, ttftMs }: Figures, { content }: LoadSettings): string | undefined {
  const unread = ttfeMs.n - ttftMs.n;
  if (content === undefined || ttftMs.unclaimed !== undefined || unread <= 0) return undefined;
  return `the rule ${content} read no text of the reply in ${unread} of ${ttfeMs.n} streams`;
}

/** Where nothing was streamed, the figures stay unchanged. */
function withoutTtft<Some extends Figures>(figures: Some, { contentFrom }: LoadSettings): Some {
  if (figures.ttfeMs.n === 0) return figures;
  const unclaimed = `no rule tells which events carry text of the reply${contentFrom === undefined ? '' : ` (${contentFrom})`}; give one, such as --content event=token or --content delta.text, or put the bound on ttfe`;
  const none: Distribution = { n: 0, missing: {}, unclaimed };
  return { ...figures, ttftMs: none, serviceTtftMs: none };
}

/**
 * A percentile becomes its high end, with the low end beside it where that is noticeably lower: a few censored events
 * move each percentile, because each changes the ranks of all times before which it may have come. Where more samples
 * are censored than lie above a percentile, its interval would claim more than is known and is left out, and a curve
 * ends before it. The number of samples that an interval needs is kept. Any censored event affects the mean and the
 * maximum.
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

/**
 * Largest relative difference of both ends that is ignored: it is less than a percentile varies from run to run, and
 * the interval holds both ends in any case.
 */
const trifle = 0.005;

function isTrifle(high: number | undefined, low: number | undefined): boolean {
  return high === undefined || low === undefined || high - low <= trifle * high;
}

/** A percentile q is given only while less than 1 − q of its samples may have come earlier than their timestamps. */
function suppressedFrom(distribution: Distribution, censoredShare: number, because: string): Distribution {
  const spoils = (q: number): boolean => censoredShare > 1 - q + 1e-12;
  const names = quantileNames.filter((name) => spoils(quantiles[name]) && distribution[name] !== undefined);
  const asked = distribution.asked?.map((each) => {
    if (each.value === undefined || !spoils(each.percent / 100)) return each;
    return { percent: each.percent, suppressed: because };
  });
  const curve = distribution.curve?.filter(({ percent }) => !spoils(percent / 100));
  if (names.length === 0 && asked === undefined && curve === undefined) return distribution;
  // A percentile that is suppressed for the answered requests is not used for all requests either.
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
