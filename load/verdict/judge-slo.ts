import { samplesNeeded } from '../statistics/ranks.ts';
import { quantileNames, quantiles, type AskedQuantile, type Distribution } from '../statistics/distribution.ts';
import type { Figures } from '../figures/figures.ts';
import { undecidedQuantile, undecidedShare } from './undecided.ts';
import {
  boundText,
  keeps,
  sloText,
  type BoundJudgement,
  type Slo,
  type SloBound,
  type SloJudgement,
  type SloQuantity,
} from '../slo/slo.ts';

/**
 * The figures held against an SLO. Where the instrument cannot be believed nothing is judged, but that answers are wrong:
 * they are, however late they were asked for.
 */
export function judgeSlo(slo: Slo, figures: Figures, invalidBecause?: string): SloJudgement {
  const bounds = slo.map((bound): BoundJudgement => {
    const text = boundText(bound);
    const observed = observedOf(bound, figures);
    const isWrong = bound.quantity === 'wrong' && 'value' in observed && !keeps(observed.value, bound);
    const open = undecidedOf(bound, figures);
    // That samples are too few for an interval holds of any instrument, and may be all that is wrong with it.
    if (invalidBecause !== undefined && !isWrong)
      return { text, is: 'inconclusive', because: invalidBecause, ...(open.undecided?.atLeast && open) };
    if ('because' in observed) return { text, is: 'inconclusive', ...observed, ...open };
    const because = survivorsOnly(bound, slo, figures);
    if (because !== undefined) return { text, is: 'inconclusive', ...observed, because };
    const isKept = keeps(observed.value, bound);
    const { best, value } = observed;
    // What the worse end meets is met, and what the better one violates is violated.
    if (!isKept && best !== undefined && keeps(best, bound)) {
      const [low = 0, high = 0] = [best, value].toSorted((one, next) => one - next).map(rounded);
      const unit = bound.unit === '/s' ? ' per second' : ` ${bound.unit}`;
      const because = `it lies between ${low} and ${high}${unit}, since several events arrived in one read and only the time of the last one is known`;
      return { text, is: 'inconclusive', ...observed, because };
    }
    const unknown = isKept ? (unknownLengths(bound, figures) ?? withoutText(bound, figures)) : undefined;
    if (unknown !== undefined) return { text, is: 'inconclusive', ...observed, because: unknown };
    return { text, is: isKept ? 'met' : 'violated', ...observed, ...open };
  });
  const some = (is: BoundJudgement['is']): boolean => bounds.some((bound) => bound.is === is);
  return {
    text: sloText(slo),
    is: some('violated') ? 'violated' : some('inconclusive') ? 'inconclusive' : 'met',
    bounds,
  };
}

type Observed =
  | {
      /** Where it is not known exactly, the worst that it may be. */
      readonly value: number;
      readonly interval?: readonly [number, number];
      /** The best that it may be. */
      readonly best?: number;
    }
  | { readonly because: string };

function observedOf(bound: SloBound, figures: Figures): Observed {
  const { quantity, statistic, unit } = bound;
  const judged = figures.counts.ok + figures.counts.failed;
  if (judged === 0) return { because: 'no request was measured' };
  if (quantity === 'failures') return percentOf(figures.failureShare);
  if (quantity === 'wrong')
    return figures.wrongShare ? percentOf(figures.wrongShare) : { because: 'no answer came whole' };
  if (quantity === 'goodput') return goodputIn(unit, figures);
  if (quantity === 'sent' || quantity === 'rate') return { value: figures.rates.achievedPerS };
  if (quantity === 'audio' || quantity === 'chars') {
    if (figures.speech === undefined) return { because: 'no speech was measured' };
    return { value: quantity === 'audio' ? figures.speech.audioSecondsPerS : figures.speech.charsPerS };
  }
  const distribution = distributionFor(quantity, figures);
  if (distribution?.unclaimed !== undefined) return { because: distribution.unclaimed };
  if (distribution === undefined || distribution.n === 0) return { because: `no request showed ${quantity}` };
  return typeof statistic === 'object'
    ? quantileIn(distribution, statistic.percent)
    : momentIn(distribution, statistic);
}

/** The answers of which the audio's length is not known may be any time too long. */
function unknownLengths({ quantity, statistic }: SloBound, { speech }: Figures): string | undefined {
  if (quantity !== 'rtf' || speech === undefined) return undefined;
  const { answers, measured } = speech;
  if ((answers - measured) / answers <= leftOutBy(statistic) + 1e-9) return undefined;
  return `of ${answers - measured} of ${answers} answers the length of the audio is not known`;
}

/** An answer that streams no text of its reply may have taken any time for it. */
function withoutText({ quantity, statistic }: SloBound, { ttfeMs, ttftMs }: Figures): string | undefined {
  if (quantity !== 'ttft' && quantity !== 'serviceTtft') return undefined;
  const lacking = ttfeMs.n - ttftMs.n;
  if (lacking / ttfeMs.n <= leftOutBy(statistic) + 1e-9) return undefined;
  return `in ${lacking} of ${ttfeMs.n} streams no event carried text of the reply`;
}

/** The share of samples that a statistic may be without, and is still not changed by more than it ignores. */
function leftOutBy(statistic: SloBound['statistic']): number {
  return typeof statistic === 'object' ? 1 - statistic.percent / 100 : statistic === 'mean' ? 0.5 : 0;
}

function percentOf({ share, interval }: Figures['failureShare']): Extract<Observed, { readonly value: number }> {
  return { value: share * 100, interval: [interval[0] * 100, interval[1] * 100] };
}

function goodputIn(unit: SloBound['unit'], { goodput, ttftMs }: Figures): Observed {
  if (goodput === undefined) return { because: ttftMs.unclaimed ?? 'no goodput was counted' };
  const { atMost } = goodput;
  if (unit !== '%') return { value: goodput.perS, ...(atMost && { best: atMost.perS }) };
  return { ...percentOf(goodput), ...(atMost && { best: atMost.share * 100 }) };
}

/** Of what every request shows one, or several; `undefined` of shares and rates. */
export function distributionFor(quantity: SloQuantity, figures: Figures): Distribution | undefined {
  switch (quantity) {
    case 'ttfe':
      return figures.ttfeMs;
    case 'ttft':
      return figures.ttftMs;
    case 'serviceTtft':
      return figures.serviceTtftMs;
    case 'gap':
      return figures.gapMs;
    case 'e2e':
      return figures.e2eMs;
    case 'lag':
      return figures.lagMs;
    case 'rtf':
      return figures.speech?.realTimeFactor;
    default:
      return undefined;
  }
}

/** Why the samples do not decide it, whatever was observed. */
function undecidedOf(bound: SloBound, figures: Figures): Pick<BoundJudgement, 'undecided'> {
  const { quantity, statistic, unit } = bound;
  const distribution = distributionFor(quantity, figures);
  const { counts, failureShare, wrongShare, goodput } = figures;
  if (distribution && typeof statistic === 'object') {
    const of = { samples: distribution.n, requests: counts.ok + counts.failed };
    return undecidedQuantile(bound, quantileAt(distribution, statistic.percent), of);
  }
  const share = { failures: failureShare, wrong: wrongShare, goodput: unit === '%' ? goodput : undefined };
  const own = quantity === 'failures' || quantity === 'wrong' || quantity === 'goodput' ? share[quantity] : undefined;
  return own === undefined || ('atMost' in own && own.atMost !== undefined) ? {} : undecidedShare(bound, own);
}

function momentIn(distribution: Distribution, statistic: 'mean' | 'max' = 'max'): Observed {
  const [value, atLeast] = [distribution[statistic], distribution.atLeast?.[statistic]];
  if (value === undefined) return { because: 'nothing was measured' };
  return { value, ...(atLeast !== undefined && { best: atLeast }) };
}

function quantileIn(distribution: Distribution, percent: number): Observed {
  const { value, interval, atLeast, suppressed } = quantileAt(distribution, percent);
  if (suppressed !== undefined) return { because: `suppressed: ${suppressed}` };
  if (value !== undefined)
    return { value, ...(interval && { interval }), ...(atLeast !== undefined && { best: atLeast }) };
  return {
    because: `it has ${distribution.n} of the ${samplesNeeded(percent / 100)} samples that it needs; raise --duration or --rate`,
  };
}

/** Four digits: what stands behind them is noise. */
function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

/** What a distribution tells of any percentile that it was asked for. */
export function quantileAt(distribution: Distribution, percent: number): AskedQuantile {
  const asked = distribution.asked?.find((each) => each.percent === percent);
  if (asked) return asked;
  const name = quantileNames.find((each) => Math.abs(quantiles[each] * 100 - percent) < 1e-9);
  if (name === undefined) return { percent };
  const [value, missing] = [distribution[name], distribution.missing[name]];
  const [interval, suppressed] = [distribution.intervals?.[name], distribution.suppressed?.[name]];
  const [atLeast, needed] = [distribution.atLeast?.[name], distribution.needed?.[name]];
  return {
    percent,
    ...(value !== undefined && { value }),
    ...(missing !== undefined && { missing }),
    ...(interval && { interval }),
    ...(needed !== undefined && { needed }),
    ...(atLeast !== undefined && { atLeast }),
    ...(suppressed !== undefined && { suppressed }),
  };
}

/**
 * Times are those of answered requests. Where more requests failed than a statistic leaves out, and no bound is put on
 * failures, the times of the survivors would be green for a service that is down.
 */
function survivorsOnly({ quantity, statistic }: SloBound, slo: Slo, figures: Figures): string | undefined {
  const { share } = figures.failureShare;
  const isOfAnswers = statistic !== undefined && quantity !== 'lag';
  if (!isOfAnswers || slo.some((bound) => bound.quantity === 'failures' || bound.quantity === 'goodput'))
    return undefined;
  if (share <= leftOutBy(statistic) + 1e-9) return undefined;
  return `${Number((share * 100).toPrecision(3))} % of the requests failed and have no such time; bound them too, as in failures<1%`;
}
