import { fewestForMoment, samplesNeeded } from '../statistics/ranks.ts';
import type { Distribution } from '../statistics/distribution.ts';
import type { Figures } from '../figures/figures.ts';
import { valueFromSending, violatesFromSending } from './from-sending.ts';
import { withBestValue, endedInErrorText, rangeReason, shareWithoutDoubtful } from './in-doubt.ts';
import { hasQuantiles, sloQuantities, type QuantileQuantity, type SloQuantity } from '../slo/quantities.ts';
import type { LoadSettings } from '../records/settings.ts';
import { judgedQuantileAt, observedQuantile, quantileAt, withoutInfinities } from './quantile-at.ts';
import {
  failuresIn,
  percentOf,
  undecidedOfShare,
  undecodedWords,
  worstFailures,
  wrongIn,
  type Observed,
} from './observed-shares.ts';
import { undecidedMean, undecidedQuantile } from './undecided.ts';
import {
  boundText,
  meetsBound,
  sloText,
  type BoundJudgement,
  type Slo,
  type SloBound,
  type SloJudgement,
} from '../slo/slo.ts';

/** What is known of how the requests were sent. */
type Sending = {
  /** Why the instrument is not trusted. */
  readonly invalidBecause?: string | undefined;
  /** At some time all requests in flight waited for the service, and no other reason speaks against the instrument. */
  readonly waitedForAnswers?: boolean;
  /** In a closed loop, the responses of the service determine how much is sent. */
  readonly isClosed?: boolean;
  /** The arrival process of the schedule. */
  readonly arrivals?: LoadSettings['arrivals'];
  /** Length of the warm-up in milliseconds. */
  readonly settleMs?: number;
  /** Requests queued up to the end: the service itself then limits the responses per second. */
  readonly isOverloaded?: boolean;
  /** Number of failed requests that may not be failures. */
  readonly inDoubt?: number;
};

/**
 * Judges the figures against an SLO. Where the instrument is not trusted, there are two verdicts only: wrong responses
 * violate their bound, however late their requests were sent; and where only the service kept requests from being sent
 * in time, a bound is violated if the times counted from sending violate it.
 */
export function judgeSlo(slo: Slo, figures: Figures, sending: Sending = {}): SloJudgement {
  const { invalidBecause, waitedForAnswers = false, isClosed = false, arrivals, inDoubt = 0 } = sending;
  const settleMs = sending.isOverloaded === true ? Infinity : (sending.settleMs ?? 0);
  const judge = (bound: SloBound): BoundJudgement => {
    const judged = { text: boundText(bound), of: bound };
    const isOpen = inDoubt > 0 && typeof bound.statistic === 'object';
    const ifNoFailures = isOpen ? ofAnswered(bound, figures) : shareWithoutDoubtful(bound, figures, inDoubt);
    const observed = withBestValue(observedOf(bound, figures), ifNoFailures);
    const isWrong =
      bound.quantity === 'wrong' && 'value' in observed && !meetsBound(observed.best ?? observed.value, bound);
    const open = undecidedOf(bound, figures);
    // Too few samples for an interval are reported with any instrument, and may be its only reason.
    const least = invalidBecause === undefined || !waitedForAnswers ? undefined : violatesFromSending(bound, figures);
    if (least !== undefined) return { ...judged, is: 'violated', ...least };
    if (invalidBecause !== undefined && !isWrong)
      return { ...judged, is: 'inconclusive', because: invalidBecause, ...(open.undecided?.atLeast && open) };
    if ('because' in observed) return { ...judged, is: 'inconclusive', ...observed, ...open };
    const because = survivorsOnly(bound, slo, figures);
    if (because !== undefined) return { ...judged, is: 'inconclusive', ...observed, because };
    const isKept = meetsBound(observed.value, bound);
    const { best, ...rest } = observed;
    const isShare = bound.quantity === 'failures' || bound.quantity === 'wrong';
    const sampled = isShare ? undecodedWords(figures) : undefined;
    // The best value of a share that is estimated from samples is the low end of its interval, so it is left out.
    const told = sampled === undefined ? observed : rest;
    // A bound is met where the worst possible value meets it, and violated where the best possible value violates it.
    if (!isKept && best !== undefined && meetsBound(best, bound)) {
      const [low = 0, high = 0] = [best, observed.value].toSorted((one, next) => one - next).map(rounded);
      const unit = bound.unit === '/s' ? ' per second' : ` ${bound.unit}`;
      const range = Number.isFinite(high) ? `lies between ${low} and ${high}${unit}` : `is ${low}${unit} or more`;
      const between = `it ${range}, since ${rangeReason(bound, figures, inDoubt)}`;
      return { ...judged, is: 'inconclusive', ...told, because: sampled ?? between };
    }
    const late = isKept || waitedForAnswers ? undefined : (metFromSending(bound, figures) ?? metBySent(bound, figures));
    if (late !== undefined) return { ...judged, is: 'inconclusive', ...told, because: late, ...open };
    const unknown = isKept
      ? (unknownLengths(bound, figures) ?? withoutText(bound, figures) ?? fewForMax(bound, figures))
      : (longerThanWarmup(bound, figures, settleMs) ??
        (isClosed ? undefined : missedBySchedule(bound, figures, arrivals)));
    if (unknown !== undefined) return { ...judged, is: 'inconclusive', ...told, because: unknown };
    return { ...judged, is: isKept ? 'met' : 'violated', ...told, ...open };
  };
  const bounds = slo.map((bound) => withoutInfinities(judge(bound)));
  const some = (is: BoundJudgement['is']): boolean => bounds.some((bound) => bound.is === is);
  return {
    text: sloText(slo),
    is: some('violated') ? 'violated' : some('inconclusive') ? 'inconclusive' : 'met',
    bounds,
  };
}

/** A percentile of the answered requests alone: its value if the last failures do not count. */
function ofAnswered({ quantity, statistic }: SloBound, figures: Figures): number | undefined {
  const distribution = distributionFor(quantity, figures);
  if (distribution?.ofAll === undefined || typeof statistic !== 'object') return undefined;
  return quantileAt(distribution, statistic.percent).value;
}

/** Why a maximum is undecided: with fewer samples, a maximum that meets the bound says little of the next requests. */
function fewForMax({ quantity, statistic }: SloBound, figures: Figures): string | undefined {
  const n = distributionFor(quantity, figures)?.n ?? 0;
  return statistic === 'max' && n < fewestForMoment ? tooFew(n, fewestForMoment) : undefined;
}

/**
 * Why a rate is undecided where responses take longer than the warm-up: the first responses are then missing in the
 * measured time, and the rate is below what the service produces. Undefined where the requests of that time are too few
 * as well, however late they were answered.
 */
function longerThanWarmup(
  { quantity, unit, ...bound }: SloBound,
  figures: Figures,
  settleMs: number,
): string | undefined {
  const { goodput, speech, output, serviceE2eMs } = figures;
  const takesMs = serviceE2eMs?.p50 ?? 0;
  if (unit !== '/s' || output === undefined || takesMs <= settleMs) return undefined;
  const asked = { goodput: goodput?.count, audio: speech?.audioSeconds, chars: speech?.chars };
  const count = quantity === 'goodput' || quantity === 'audio' || quantity === 'chars' ? asked[quantity] : undefined;
  if (count === undefined || !meetsBound((count * 1000) / output.overMs, bound)) return undefined;
  return `answers take ${rounded(takesMs)} ms (p50), longer than the warm-up of ${rounded(settleMs)} ms, so that the first of them lack in the measured time; raise --warmup`;
}

/**
 * Why the schedule itself misses a rate: no more requests can be answered than were due, and with random arrivals far
 * fewer or more than the rate says may be due in a short time.
 */
function missedBySchedule(
  { quantity, ...bound }: SloBound,
  { rates }: Figures,
  arrivals: LoadSettings['arrivals'] = 'poisson',
): string | undefined {
  const isOfSchedule = quantity === 'sent' || quantity === 'rate' || (quantity === 'goodput' && bound.unit === '/s');
  if (!isOfSchedule || meetsBound(rates.intendedPerS, bound)) return undefined;
  return `the schedule itself has ${rounded(rates.intendedPerS)} per second in the measured time, which no service could change: ${whySchedule[arrivals]}`;
}

const whySchedule: { readonly [Name in LoadSettings['arrivals']]: string } = {
  poisson:
    'random arrivals of a short time are more or fewer than --rate says; raise --rate or --duration, send evenly with --arrivals constant, or put a wider margin between --rate and the bound',
  constant: 'put a margin between --rate and the bound',
  trace: 'its trace asks for that; put a bound that the trace can meet',
  closed: 'its users decide that by the answers that they wait for',
};

/**
 * Why the load generator itself may have caused a violation: counted from when each request was sent, the bound is met.
 */
function metFromSending(bound: SloBound, figures: Figures): string | undefined {
  const { quantity } = bound;
  if (quantity !== 'ttft' && quantity !== 'e2e') return undefined;
  const sent = valueFromSending(bound, figures);
  if (sent === undefined || !meetsBound(sent.value, bound)) return undefined;
  return `counted from when each request was sent it is ${rounded(sent.value)} ms, which meets the bound: the load generator's own lag decides it; use a machine with less other work`;
}

/** Requests that were never sent show no failure of the service, unless the service keeps all others waiting. */
function metBySent({ quantity, ...bound }: SloBound, { failures, failureShare }: Figures): string | undefined {
  const unsent = failures['notSent'] ?? 0;
  if (quantity !== 'failures' || unsent === 0) return undefined;
  const { n, share } = failureShare;
  const ofSent = n === unsent ? 0 : (100 * (Math.round(share * n) - unsent)) / (n - unsent);
  if (!meetsBound(ofSent, bound)) return undefined;
  return `without the ${unsent} of ${n} requests that the load generator never sent it is ${rounded(ofSent)} %, which meets the bound; raise --max-in-flight, or use a machine with less other work`;
}

function observedOf(bound: SloBound, figures: Figures): Observed {
  const { quantity, statistic, unit } = bound;
  const judged = figures.counts.ok + figures.counts.failed;
  if (judged === 0) return { because: 'no request was measured' };
  if (quantity === 'failures') return failuresIn(figures);
  if (quantity === 'wrong') return wrongIn(figures);
  if (quantity === 'goodput') return goodputIn(unit, figures);
  if (quantity === 'sent' || quantity === 'rate') return { value: figures.rates.achievedPerS };
  if (quantity === 'audio' || quantity === 'chars') {
    if (figures.speech === undefined) return { because: 'no speech was measured' };
    return { value: quantity === 'audio' ? figures.speech.audioSecondsPerS : figures.speech.charsPerS };
  }
  const distribution = distributionFor(quantity, figures);
  if (distribution?.unclaimed !== undefined) return { because: distribution.unclaimed };
  if (distribution === undefined || (distribution.n === 0 && distribution.ofAll === undefined))
    return { because: `no request showed ${quantity}` };
  return typeof statistic === 'object'
    ? quantileIn(distribution, statistic.percent)
    : momentIn(distribution, statistic);
}

/** Responses with audio of unknown length may have been too slow by any factor. */
function unknownLengths(bound: SloBound, figures: Figures): string | undefined {
  const { speech } = figures;
  if (bound.quantity !== 'rtf' || speech === undefined) return undefined;
  const { answers, measured } = speech;
  if (answers === measured || isLeftOut(answers - measured, answers, bound, figures)) return undefined;
  return `of ${answers - measured} of ${answers} answers the length of the audio is not known`;
}

/** A response without text of the reply in its stream may have taken any time for it. */
function withoutText(bound: SloBound, figures: Figures): string | undefined {
  const { ttfeMs, ttftMs } = figures;
  if (!sloQuantities[bound.quantity].needsText) return undefined;
  const lacking = ttfeMs.n - ttftMs.n;
  if (lacking <= 0 || isLeftOut(lacking, ttfeMs.n, bound, figures)) return undefined;
  return `in ${lacking} of ${ttfeMs.n} streams no event carried text of the reply`;
}

/** Whether a percentile ignores at least as many responses as lack the quantity, together with those that failed. */
function isLeftOut(lacking: number, answered: number, { quantity, statistic }: SloBound, figures: Figures): boolean {
  if (typeof statistic !== 'object') return false;
  const failed = distributionFor(quantity, figures)?.ofAll?.[0]?.failed;
  const without = failed === undefined ? 0 : Math.round(failed.share * failed.n);
  return (lacking + without) / (answered + without) <= 1 - statistic.percent / 100 + 1e-9;
}

function goodputIn(unit: SloBound['unit'], { goodput, ttftMs }: Figures): Observed {
  if (goodput === undefined) return { because: ttftMs.unclaimed ?? 'no goodput was counted' };
  const { atMost } = goodput;
  if (unit !== '%') return { value: goodput.perS, ...(atMost && { best: atMost.perS }) };
  return { ...percentOf(goodput), ...(atMost && { best: atMost.share * 100 }) };
}

/** The distribution of a quantity that has samples for every request. Undefined for shares and rates. */
export function distributionFor(quantity: SloQuantity, figures: Figures): Distribution | undefined {
  return hasQuantiles(quantity) ? distributions[quantity](figures) : undefined;
}

const distributions: { readonly [Name in QuantileQuantity]: (figures: Figures) => Distribution | undefined } = {
  ttfe: ({ ttfeMs }) => ttfeMs,
  ttft: ({ ttftMs }) => ttftMs,
  serviceTtft: ({ serviceTtftMs }) => serviceTtftMs,
  gap: ({ gapMs }) => gapMs,
  ttfb: ({ ttfbMs }) => ttfbMs,
  e2e: ({ e2eMs }) => e2eMs,
  lag: ({ lagMs }) => lagMs,
  rtf: ({ speech }) => speech?.realTimeFactor,
};

/** Why the samples do not decide a bound, whatever value was observed. */
function undecidedOf(bound: SloBound, figures: Figures): Pick<BoundJudgement, 'undecided'> {
  const { quantity, statistic } = bound;
  const distribution = distributionFor(quantity, figures);
  const { counts } = figures;
  if (distribution && typeof statistic === 'object') {
    const of = { samples: distribution.n, requests: counts.ok + counts.failed };
    return undecidedQuantile(bound, judgedQuantileAt(distribution, statistic.percent), of);
  }
  if (distribution && statistic === 'mean') return undecidedMean(bound, distribution, counts.ok + counts.failed);
  return undecidedOfShare(bound, figures);
}

function momentIn(distribution: Distribution, statistic: 'mean' | 'max' = 'max'): Observed {
  const [value, atLeast] = [distribution[statistic], distribution.atLeast?.[statistic]];
  if (value === undefined) return { because: 'nothing was measured' };
  // Only `mean` needs many samples: a maximum that is too large violates its bound however few there are.
  if (distribution.n < fewestForMoment && statistic === 'mean')
    return { because: tooFew(distribution.n, fewestForMoment) };
  const interval = statistic === 'mean' ? distribution.intervals?.mean : undefined;
  return { value, ...(interval && { interval }), ...(atLeast !== undefined && { best: atLeast }) };
}

function quantileIn(distribution: Distribution, percent: number): Observed {
  const { suppressed, failed } = judgedQuantileAt(distribution, percent);
  if (suppressed !== undefined) return { because: `suppressed: ${suppressed}` };
  const observed = observedQuantile(distribution, percent);
  return observed ?? { because: tooFew(failed?.n ?? distribution.n, samplesNeeded(percent / 100)) };
}

function tooFew(samples: number, needed: number): string {
  return `it has ${samples} of the ${needed} samples that its value needs; raise --duration or --rate`;
}

/** Rounds to four digits: further digits are noise. */
function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

/**
 * Why a mean or a maximum is inconclusive: it covers answered requests only. Where some failed, and the SLO has no
 * bound on failures, a bound on it would be met by a service that is down. Percentiles count the failed requests.
 */
function survivorsOnly({ quantity, statistic }: SloBound, slo: Slo, figures: Figures): string | undefined {
  const { failuresAtMost } = figures;
  const { share } = worstFailures(figures);
  const isOfAnswers = (statistic === 'mean' || statistic === 'max') && quantity !== 'lag';
  if (!isOfAnswers || slo.some((bound) => bound.quantity === 'failures' || bound.quantity === 'goodput'))
    return undefined;
  if (share === 0) return undefined;
  const perhaps = failuresAtMost === undefined ? '' : `, or may have (${endedInErrorText(failuresAtMost.streams)}),`;
  return `${Number((share * 100).toPrecision(3))} % of the requests failed${perhaps} and have no such time; bound them too, as in failures<1%`;
}
