import { samplesNeeded } from './ranks.ts';
import { quantileNames, quantiles, type AskedQuantile, type Distribution } from './distribution.ts';
import type { Figures } from './load.ts';
import {
  boundText,
  keeps,
  sloText,
  type BoundJudgement,
  type Slo,
  type SloBound,
  type SloJudgement,
  type SloQuantity,
} from './slo.ts';

/** The figures held against an SLO. Where the instrument cannot be believed, nothing is judged. */
export function judgeSlo(slo: Slo, figures: Figures, invalidBecause?: string): SloJudgement {
  const bounds = slo.map((bound): BoundJudgement => {
    const text = boundText(bound);
    if (invalidBecause !== undefined) return { text, is: 'unjudged', because: invalidBecause };
    const observed = observedOf(bound, figures);
    if ('because' in observed) return { text, is: 'unjudged', ...observed };
    const because = survivorsOnly(bound, slo, figures);
    if (because !== undefined) return { text, is: 'unjudged', ...observed, because };
    const isKept = keeps(observed.value, bound);
    const { atLeast, ...told } = observed;
    // What the latest keeps is kept, and what the earliest misses is missed.
    if (!isKept && atLeast !== undefined && keeps(atLeast, bound))
      return {
        text,
        is: 'unjudged',
        ...told,
        because: `it lies between ${rounded(atLeast)} and ${rounded(told.value)} ms: events came in one read with later ones`,
      };
    const unknown = isKept ? (unknownLengths(bound, figures) ?? withoutText(bound, figures)) : undefined;
    if (unknown !== undefined) return { text, is: 'unjudged', ...told, because: unknown };
    return { text, is: isKept ? 'kept' : 'missed', ...told };
  });
  const some = (is: BoundJudgement['is']): boolean => bounds.some((bound) => bound.is === is);
  return { text: sloText(slo), is: some('missed') ? 'missed' : some('unjudged') ? 'unjudged' : 'kept', bounds };
}

type Observed =
  | { readonly value: number; readonly interval?: readonly [number, number]; readonly atLeast?: number }
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

function percentOf({ share, interval }: Figures['failureShare']): Observed {
  return { value: share * 100, interval: [interval[0] * 100, interval[1] * 100] };
}

function goodputIn(unit: SloBound['unit'], { goodput, ttftMs }: Figures): Observed {
  if (goodput === undefined) return { because: ttftMs.unclaimed ?? 'no goodput was counted' };
  return unit === '%' ? percentOf(goodput) : { value: goodput.perS };
}

function distributionFor(quantity: SloQuantity, figures: Figures): Distribution | undefined {
  switch (quantity) {
    case 'ttfe':
      return figures.ttfeMs;
    case 'ttft':
      return figures.ttftMs;
    case 'serviceTtft':
      return figures.serviceTtftMs;
    case 'gap':
      return figures.gapMs;
    case 'whole':
      return figures.wholeMs;
    case 'lag':
      return figures.lagMs;
    case 'rtf':
      return figures.speech?.realTimeFactor;
    default:
      return undefined;
  }
}

function momentIn(distribution: Distribution, statistic: 'mean' | 'max' | undefined): Observed {
  const value = statistic === 'mean' ? distribution.mean : distribution.max;
  return value === undefined ? { because: 'nothing was measured' } : { value };
}

function quantileIn(distribution: Distribution, percent: number): Observed {
  const { value, missing, interval, atLeast, withheld } = quantileAt(distribution, percent);
  if (withheld !== undefined) return { because: `withheld: ${withheld}` };
  if (value !== undefined) return { value, ...(interval && { interval }), ...(atLeast !== undefined && { atLeast }) };
  return {
    because: `${distribution.n} samples, ${missing ?? 'some'} short of the ${samplesNeeded(percent / 100)} that it needs`,
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
  const [interval, withheld] = [distribution.intervals?.[name], distribution.withheld?.[name]];
  const atLeast = distribution.atLeast?.[name];
  return {
    percent,
    ...(value !== undefined && { value }),
    ...(missing !== undefined && { missing }),
    ...(interval && { interval }),
    ...(atLeast !== undefined && { atLeast }),
    ...(withheld !== undefined && { withheld }),
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
