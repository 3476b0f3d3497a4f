import { askedText, betterOf, pointsPartOf, unitOf, type AskedQuantity } from '../differences/asked.ts';
import type { FailIfBound, FailIfJudgement } from './comparison.ts';
import { isWhole, judgingInterval, reportedDifference } from '../differences/difference.ts';
import { effectOf } from '../differences/effect-of.ts';
import type { Effect, Intervals, ComparedSides } from '../differences/effects.ts';
import { errorShare } from '../differences/power.ts';
import { sampledNames, shareAliases, shareNamed, shareNames, type SampledName } from '../differences/quantities.ts';

/** A limit for a difference: `ttft.p95>+5%`. */
export type FailIfLimit = {
  readonly asked: AskedQuantity;
  readonly relation: '>' | '<';
  /** Relative to A where `isRelative`, otherwise in the unit of the quantity. */
  readonly limit: number;
  readonly isRelative: boolean;
  /** The limit as the user wrote it. */
  readonly text: string;
};

type ParsedFailIf =
  | { readonly is: 'limits'; readonly limits: readonly FailIfLimit[] }
  /** `because` says what is wrong, and what would be right. */
  | { readonly is: 'wrong'; readonly because: string };

/** Reads limits as `ttft.p95>+5%, gap.p99>+20ms, failures>+0.1%`. */
export function parseFailIf(text: string): ParsedFailIf {
  const limits: FailIfLimit[] = [];
  for (const part of text.split(',').map((each) => each.trim())) {
    const limit = limitOf(part);
    if (typeof limit === 'string') return { is: 'wrong', because: limit };
    limits.push(limit);
  }
  return { is: 'limits', limits };
}

const pattern =
  /^(?<name>[a-z][a-z0-9]*)(?:\.p(?<percent>\d{2}(?:\.\d)?))?\s*(?<relation>[<>])\s*(?<sign>[+-])(?<size>\d+(?:\.\d+)?)\s*(?<unit>[a-z%/]*)$/i;

/** A limit, or a text that says what is wrong. */
function limitOf(text: string): FailIfLimit | string {
  const groups = pattern.exec(text)?.groups;
  if (groups === undefined)
    return `${JSON.stringify(text)} is not a limit of a difference; expected one such as ttft.p95>+5%, gap.p99>+20ms or failures>+0.1%`;
  const { name = '', percent, relation, sign, size, unit = '' } = groups;
  const asked = askedFor(name, percent);
  if (typeof asked === 'string') return asked;
  const bad = betterOf(asked) === 'low' ? '>' : '<';
  if (relation !== bad)
    return `${askedText(asked)} is good when it is ${betterOf(asked)}; expected ${bad}, observed ${relation}`;
  const scale = scaleOf(asked, unit);
  if (typeof scale === 'string') return scale;
  const limit = Number(`${sign}${size}`) * scale.factor;
  return { asked, relation, limit: Number(limit.toPrecision(12)), isRelative: scale.isRelative, text };
}

function askedFor(name: string, percent: string | undefined): AskedQuantity | string {
  const share = shareNamed(name);
  if (share !== undefined)
    return percent === undefined
      ? { name: share }
      : `${name} is one number of the whole run; expected ${name} without .p${percent}`;
  const sampled = sampledNames.find((each): each is SampledName => each === name);
  if (sampled === undefined)
    return `${JSON.stringify(name)} is not a quantity; expected ${[...sampledNames, ...shareNames, ...shareAliases.keys()].join(', ')}`;
  const value = Number(percent);
  if (percent !== undefined && value >= 50 && value <= 99.9) return { name: sampled, percent: value };
  return `${name} differs between requests; expected p50 to p99.9, such as ${name}.p95`;
}

type Scale = { readonly factor: number; readonly isRelative: boolean };

/**
 * For failures and wrong responses, a percent is a percentage point of all requests: a ratio to A, which may be 0, says
 * nothing.
 */
function scaleOf(asked: AskedQuantity, unit: string): Scale | string {
  const own = unitOf(asked);
  if (unit === '%')
    return pointsPartOf(asked) !== undefined ? { factor: 1, isRelative: false } : { factor: 0.01, isRelative: true };
  if (own === 'ms' && unit === 's') return { factor: 1000, isRelative: false };
  if (unit === own && own !== '%') return { factor: 1, isRelative: false };
  const expected = own === '%' ? '%' : `% or ${own === 'ms' ? 'ms or s' : own === '' ? 'a bare number' : own}`;
  return `${askedText(asked)} ${unit === '' ? 'has no unit' : `is not measured in ${JSON.stringify(unit)}`}; expected ${expected}`;
}

/**
 * Judges each limit by its own interval. With several limits, the intervals are widened so that all of them hold
 * together.
 *
 * @param comparisons number of comparisons that are judged by these limits
 */
export function judgeFailIf(sides: ComparedSides, limits: readonly FailIfLimit[], comparisons = 1): FailIfJudgement {
  const alpha = errorShare / (limits.length * comparisons);
  const bounds = limits.map((limit): FailIfBound => {
    const unit = limit.isRelative ? 'share' : unitOf(limit.asked);
    return { text: limit.text, unit, ...judgedLimit(limit, effectOf(sides, limit.asked), alpha) };
  });
  const some = (is: FailIfBound['is']): boolean => bounds.some((bound) => bound.is === is);
  return { is: some('exceeded') ? 'exceeded' : some('undecided') ? 'undecided' : 'met', bounds };
}

function judgedLimit(
  limit: FailIfLimit,
  effect: ReturnType<typeof effectOf>,
  alpha: number,
): Omit<FailIfBound, 'text' | 'unit'> {
  if (effect.is === 'absent') return { is: 'undecided', because: `no request shows ${limit.asked.name}` };
  if (effect.is === 'none') return { is: 'undecided', because: effect.because };
  const scale = scaleFor(limit, effect);
  if (scale === undefined) return { is: 'undecided', because: 'it is 0 in A, of which there is no share' };
  const is = verdictOf(limit, scale.at(alpha));
  const difference = reportedDifference(scale, alpha);
  const { atMost } = effect;
  const other = atMost && scaleFor(limit, atMost.effect);
  const isOpen = atMost !== undefined && (other === undefined || verdictOf(limit, other.at(alpha)) !== is);
  const by = judgingInterval(isOpen && other ? [scale, other] : [scale], alpha);
  const told = { difference, ...((isWhole(by) || (is !== 'undecided' && !isOpen)) && { judgedBy: by }) };
  if (isOpen) return { is: 'undecided', ...told, because: atMost.because };
  return is === 'undecided' ? { is, ...told, because: 'the interval contains the limit' } : { is, ...told };
}

function verdictOf({ relation, limit }: FailIfLimit, [low, high]: readonly [number, number]): FailIfBound['is'] {
  const [exceeds, keeps] = relation === '>' ? [low > limit, high <= limit] : [high < limit, low >= limit];
  return exceeds ? 'exceeded' : keeps ? 'met' : 'undecided';
}

function scaleFor({ isRelative }: FailIfLimit, { relative, absolute }: Effect): Intervals | undefined {
  return isRelative ? relative : absolute;
}
