import {
  alwaysMatters,
  askedText,
  betterOf,
  pointsPartOf,
  unitOf,
  usualQuantities,
  type AskedQuantity,
} from './asked.ts';
import {
  isWhole,
  judgingInterval,
  reportedDifference,
  type ComparedQuantity,
  type JudgingInterval,
  type QuantityVerdict,
} from './difference.ts';
import { effectOf } from './effect-of.ts';
import { judgingScale, runsOf, type Effect, type ComparedSides } from './effects.ts';
import { confidenceForLimits, confidenceForQuantities, type RequiredConfidence } from './family.ts';
import { smallestDetectable, errorShare, fewestSamples, neededRequests } from './power.ts';

/** Part of `within` for quantities that have no ratio to A because A is 0. */
const usualPart = 0.1;

export type JudgeOptions = {
  /** The relative difference that is too small to matter, such as 0.05. */
  readonly within: number;
  /** Quantities to compare. Those without a sample on both sides are left out. */
  readonly asked?: readonly AskedQuantity[];
  /** The quantities with a limit, which share no error probability with the rest. */
  readonly limited?: readonly AskedQuantity[];
  /** Number of comparisons that share the error probability. Default: 1. */
  readonly comparisons?: number;
};

type Judged = {
  readonly quantities: readonly ComparedQuantity[];
  /** Number of quantities judged together, without those that have a limit. */
  readonly judgedTogether: number;
};

/** Compares every quantity and gives its verdict. */
export function judgeQuantities(sides: ComparedSides, options: JudgeOptions): Judged {
  const { within, asked = usualQuantities, limited = [], comparisons = 1 } = options;
  const each = asked.map((one) => ({ asked: one, effect: effectOf(sides, one) }));
  const names = new Set(limited.map(askedText));
  const effects = (hasLimit: boolean): readonly Effect[] =>
    each.flatMap(({ asked: one, effect }) =>
      effect.is === 'effect' && names.has(askedText(one)) === hasLimit ? [effect] : [],
    );
  const [others, ofLimits] = [effects(false), effects(true)];
  const standings = [
    ...confidenceForQuantities(others, comparisons),
    ...confidenceForLimits(ofLimits, limited.length, comparisons),
  ];
  const standingOf = new Map([...others, ...ofLimits].map((effect, place) => [effect, standings[place]]));
  const requests = requestsOf(sides);
  const quantities = each.flatMap(({ asked: one, effect }): ComparedQuantity[] => {
    const name = { quantity: askedText(one), unit: unitOf(one), better: betterOf(one) };
    if (effect.is === 'absent') return [];
    if (effect.is === 'none') return [{ ...name, word: 'undecided', because: effect.because }];
    const standing = standingOf.get(effect);
    if (standing === undefined) throw new Error(`${name.quantity} has an effect that nobody judged`);
    return [{ ...name, ...judgedEffect(effect, one, { within, requests, comparisons, standing }) }];
  });
  return { quantities, judgedTogether: standings.find(({ of }) => of === 'quantities')?.judgedTogether ?? 0 };
}

/** Number of measured requests of the side that has fewer. */
function requestsOf(sides: ComparedSides): number {
  const runs = runsOf(sides);
  const sum = (side: 'a' | 'b'): number => runs.reduce((all, run) => all + (run[side].shares.failures?.n ?? 0), 0);
  return Math.min(sum('a'), sum('b'));
}

type Judging = {
  readonly within: number;
  readonly requests: number;
  readonly comparisons: number;
  readonly standing: RequiredConfidence;
};

type JudgedEffect = Omit<ComparedQuantity, 'quantity' | 'unit' | 'better'>;

function judgedEffect(effect: Effect, asked: AskedQuantity, judging: Judging): JudgedEffect {
  const { a, b, low, relative, absolute, p, atMost } = effect;
  const { requests, standing } = judging;
  const { adjustedP, judgedTogether } = standing;
  const within = relative ? judging.within : judging.within * (pointsPartOf(asked) ?? usualPart) * 100;
  const shows = smallestDetectable(effect, judgedTogether);
  const values = {
    a,
    b,
    ...(low && { atLeast: low }),
    ...(relative && { relative: reportedDifference(relative) }),
    absolute: reportedDifference(absolute),
    within,
    ...(shows !== undefined && { couldShow: shows }),
    ...(adjustedP !== undefined && { p, adjustedP }),
  };
  const word = wordFor(effect, asked, { within, standing });
  // Bonferroni: the other quantities are judged without this reading.
  const wordAtMost =
    atMost &&
    wordFor(atMost.effect, asked, { within, standing: { ...standing, isShown: atMost.effect.p <= standing.alpha } });
  if (atMost !== undefined && adjustedP !== undefined && wordAtMost !== word) {
    const readings = [judgingScale(effect), judgingScale(atMost.effect)];
    const open = { word: 'undecided', because: atMost.because, isOpen: true } as const;
    return { ...values, ...told(judgingInterval(readings, standing.alpha), 'undecided'), ...open };
  }
  const by = judgingInterval([judgingScale(effect)], word === 'same' ? standing.sameAlpha : standing.alpha);
  if (word !== 'undecided') return { ...values, ...told(by, word), word };
  const range = rangeOf(effect, asked, judging.within);
  if (range !== undefined) return { ...values, ...told(by, word), word, because: range };
  // No interval is given here: one that only few quantities were required to support would contradict that the samples
  // are too few.
  if (adjustedP === undefined || shows === undefined)
    return { ...values, word, because: tooFew(effect, asked, judgedTogether) };
  const because = whyUndecided(p, judging);
  const needed = neededRequests(effect, judgedTogether, requests, within);
  return {
    ...values,
    ...told(by, word),
    word,
    ...(because !== undefined && { because }),
    ...(needed !== undefined && { needed }),
  };
}

/** A decided verdict may rest on a single end of the interval. */
function told(by: JudgingInterval, word: QuantityVerdict): { readonly judgedBy?: JudgingInterval } {
  return word !== 'undecided' || isWhole(by) ? { judgedBy: by } : {};
}

/**
 * `same` has priority: a difference that is shown to be too small to matter counts as none, except where any difference
 * matters.
 */
function wordFor(
  effect: Effect,
  asked: AskedQuantity,
  { within, standing }: { readonly within: number; readonly standing: RequiredConfidence },
): QuantityVerdict {
  const { isShown, sameAlpha } = standing;
  const [low, high] = judgingScale(effect).at(sameAlpha);
  if (!(isShown && alwaysMatters(asked)) && low >= -within && high <= within) return 'same';
  if (!isShown) return 'undecided';
  return judgingScale(effect).value > 0 === (betterOf(asked) === 'low') ? 'slower' : 'faster';
}

function tooFew({ samples }: Effect, { percent = 50 }: AskedQuantity, judgedTogether: number): string {
  const least = fewestSamples(percent / 100, Math.max(1, judgedTogether));
  if (samples === undefined) return 'too few samples';
  const needed = Math.ceil((least * samples.n) / samples.effectiveSize);
  if (needed <= samples.n) return 'nothing bounds the difference';
  return `${samples.n} samples are too few, about ${needed} are needed`;
}

/** Why the range of censored samples leaves a quantity undecided: no number of requests makes it more certain. */
function rangeOf({ a, b, low }: Effect, { percent }: AskedQuantity, within: number): string | undefined {
  // A share is known exactly.
  if (low === undefined || percent === undefined) return undefined;
  const [inA, inB] = [a > 0 ? 1 - low.a / a : 0, b > 0 ? 1 - low.b / b : 0];
  const [side, ...ends] = inA >= inB ? (['A', low.a, a] as const) : (['B', low.b, b] as const);
  if (Math.max(inA, inB) <= within / 2) return undefined;
  const [from, to] = ends.map((value) => Number(value.toPrecision(4)));
  return `p${percent} of ${side} lies between ${from} and ${to} ms, since several events arrived in one read and only the time of the last one is known`;
}

/** A reason only where the quantity would differ if fewer quantities were judged together. */
function whyUndecided(p: number, { comparisons, standing }: Judging): string | undefined {
  const { of, judgedTogether, adjustedP = 1 } = standing;
  const alone = (shown: number): string =>
    `alone it would be a difference (p = ${Number(shown.toPrecision(2))}), but not `;
  if (adjustedP <= errorShare) return `${alone(adjustedP)}in one of ${comparisons} comparisons`;
  return p <= errorShare ? `${alone(p)}among ${judgedTogether} ${of} that are judged together` : undefined;
}
