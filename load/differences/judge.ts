import {
  alwaysMatters,
  askedText,
  betterOf,
  pointsPartOf,
  unitOf,
  usualQuantities,
  type AskedQuantity,
} from './asked.ts';
import { toldDifference, type ComparedQuantity, type Word } from './difference.ts';
import { effectOf } from './effect-of.ts';
import { judgedBy, runsOf, type Effect, type Sides } from './effects.ts';
import { holm } from '../statistics/holm.ts';
import { couldShow, errorShare, leastSamples, neededRequests } from './power.ts';

/** Of what has no share of A, as that is 0. */
const usualPart = 0.1;

export type JudgeOptions = {
  /** What is too little to matter, as a share: 0.05. */
  readonly within: number;
  /** Those that neither side has a sample of are not told. */
  readonly asked?: readonly AskedQuantity[];
};

type Judged = { readonly quantities: readonly ComparedQuantity[]; readonly judgedTogether: number };

/** Every quantity with its word. */
export function judgeQuantities(sides: Sides, { within, asked = usualQuantities }: JudgeOptions): Judged {
  const each = asked.map((one) => ({ asked: one, effect: effectOf(sides, one) }));
  const judged = each.flatMap(({ effect }) => (effect.is === 'effect' && isBounded(effect) ? [effect] : []));
  const adjusted = new Map(holm(judged.map(({ p }) => p)).map((p, place) => [judged[place], p]));
  const common = { within, judgedTogether: judged.length, requests: requestsOf(sides) };
  const quantities = each.flatMap(({ asked: one, effect }): ComparedQuantity[] => {
    const name = { quantity: askedText(one), unit: unitOf(one), better: betterOf(one) };
    if (effect.is === 'absent') return [];
    if (effect.is === 'none') return [{ ...name, word: 'undecided', because: effect.because }];
    return [{ ...name, ...judgedEffect(effect, one, { ...common, adjustedP: adjusted.get(effect) }) }];
  });
  return { quantities, judgedTogether: judged.length };
}

function isBounded(effect: Effect): boolean {
  return judgedBy(effect).at(errorShare).every(Number.isFinite);
}

/** Measured requests of the side that has fewer. */
function requestsOf(sides: Sides): number {
  const runs = runsOf(sides);
  const sum = (side: 'a' | 'b'): number => runs.reduce((all, run) => all + (run[side].shares.failures?.n ?? 0), 0);
  return Math.min(sum('a'), sum('b'));
}

type Judging = {
  readonly within: number;
  readonly judgedTogether: number;
  readonly requests: number;
  /** Absent where nothing bounds the difference. */
  readonly adjustedP: number | undefined;
};

type JudgedEffect = Omit<ComparedQuantity, 'quantity' | 'unit' | 'better'>;

function judgedEffect(effect: Effect, asked: AskedQuantity, judging: Judging): JudgedEffect {
  const { a, b, low, relative, absolute, p } = effect;
  const { adjustedP, judgedTogether, requests } = judging;
  const within = relative ? judging.within : judging.within * (pointsPartOf(asked) ?? usualPart) * 100;
  const values = {
    a,
    b,
    ...(low && { atLeast: low }),
    ...(relative && { relative: toldDifference(relative, errorShare) }),
    absolute: toldDifference(absolute, errorShare),
    within,
  };
  const shows = couldShow(effect, judgedTogether);
  const sized = { ...values, ...(shows !== undefined && { couldShow: shows }) };
  const range = rangeOf(effect, asked, judging.within);
  if (adjustedP === undefined)
    return { ...sized, word: 'undecided', because: range ?? tooFew(effect, asked, judgedTogether) };
  const word = wordFor(effect, asked, { within, adjustedP });
  const atMost = effect.atMost;
  // Bonferroni: the others are judged without it.
  const wordAtMost =
    atMost && wordFor(atMost.effect, asked, { within, adjustedP: Math.min(1, atMost.effect.p * judgedTogether) });
  if (wordAtMost !== undefined && wordAtMost !== word)
    return { ...sized, p, adjustedP, word: 'undecided', ...(atMost && { because: atMost.because, isOpen: true }) };
  if (word !== 'undecided') return { ...sized, p, adjustedP, word };
  if (range !== undefined) return { ...sized, p, adjustedP, word, because: range };
  const needed = neededRequests(effect, judgedTogether, requests, within);
  const because =
    shows === undefined
      ? tooFew(effect, asked, judgedTogether)
      : p <= errorShare
        ? shownAlone(p, judgedTogether)
        : undefined;
  return {
    ...sized,
    p,
    adjustedP,
    word,
    ...(because !== undefined && { because }),
    ...(needed !== undefined && { needed }),
  };
}

/** Sameness comes first: a difference that is shown to be too small to matter is none, where any is. */
function wordFor(
  effect: Effect,
  asked: AskedQuantity,
  { within, adjustedP }: { readonly within: number; readonly adjustedP: number },
): Word {
  const [low, high] = judgedBy(effect).at(errorShare);
  const isShown = adjustedP <= errorShare;
  if (!(isShown && alwaysMatters(asked)) && low >= -within && high <= within) return 'same';
  if (!isShown) return 'undecided';
  return judgedBy(effect).value > 0 === (betterOf(asked) === 'low') ? 'slower' : 'faster';
}

function tooFew({ samples }: Effect, { percent = 50 }: AskedQuantity, judgedTogether: number): string {
  const least = leastSamples(percent / 100, Math.max(1, judgedTogether));
  if (samples === undefined) return 'too few samples';
  const needed = Math.ceil((least * samples.n) / samples.effectiveSize);
  if (needed <= samples.n) return 'nothing bounds the difference';
  return `${samples.n} samples are too few, about ${needed} are needed`;
}

/** No number of requests makes it surer. */
function rangeOf({ a, b, low }: Effect, { percent }: AskedQuantity, within: number): string | undefined {
  // A share is known.
  if (low === undefined || percent === undefined) return undefined;
  const [inA, inB] = [a > 0 ? 1 - low.a / a : 0, b > 0 ? 1 - low.b / b : 0];
  const [side, ...ends] = inA >= inB ? (['A', low.a, a] as const) : (['B', low.b, b] as const);
  if (Math.max(inA, inB) <= within / 2) return undefined;
  const [from, to] = ends.map((value) => Number(value.toPrecision(4)));
  return `p${percent} of ${side} lies between ${from} and ${to} ms, since several events arrived in one read and only the time of the last one is known`;
}

function shownAlone(p: number, judgedTogether: number): string {
  return `alone it would be a difference (p = ${Number(p.toPrecision(2))}), but not among ${judgedTogether} quantities that are judged together`;
}
