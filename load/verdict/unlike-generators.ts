import type { Distribution } from '../statistics/distribution.ts';
import { normalAt } from '../statistics/student.ts';
import type { Load } from './load.ts';

type Each = NonNullable<Load['generators']>['each'];

/**
 * Fewest failures, and fewest responses, because fewer differ by chance; and the smallest ratio of medians, because a
 * service may differ by less than this factor from place to place.
 */
const [fewestFailures, fewestAnswers, timesApart] = [5, 20, 1.25];

/** Probability that any of several generators that are served alike seems to differ. */
const byChance = 0.05;

/**
 * Hints that a generator was served differently from the others: over another network path, or with other credentials.
 *
 * @param othersOf the figures of all generators except this one together
 */
export function unlikeWords(each: Each, othersOf: (one: Each[number]) => Timed): readonly string[] {
  return each.length < 2 ? [] : [...failuresOfOne(each), ...mediansApart(each, othersOf)];
}

type Timed = Pick<Each[number]['figures'], 'ttftMs' | 'e2eMs'>;

function failuresOfOne(each: Each): readonly string[] {
  const failing = each.filter((one) => refusedOf(one) > 0);
  const [only, ...more] = failing;
  if (only === undefined || more.length > 0) return [];
  const refused = refusedOf(only);
  if (refused < fewestFailures) return [];
  const answered = each.reduce((sum, one) => sum + (one === only ? 0 : one.figures.counts.ok), 0);
  if (answered < fewestAnswers) return [];
  return [
    `all ${refused} requests that failed are of segment ${only.segment}, and none of the ${answered} of the others: see whether that generator has the same token, and the same way to the service`,
  ];
}

/**
 * Number of failures that may come from the service. Failures of the generator itself are reported by its own verdict.
 */
function refusedOf({ figures: { counts, failures }, validity }: Each[number]): number {
  const isOwn = validity.is === 'invalid' && validity.reasons.some(({ code }) => code === 'clientErrors');
  return isOwn ? 0 : counts.failed - (failures['notSent'] ?? 0) - (failures['unread'] ?? 0);
}

/**
 * Only the generators with the smallest and the largest median are compared with the others: no other can be the
 * clearest outlier.
 */
function mediansApart(each: Each, othersOf: (one: Each[number]) => Timed): readonly string[] {
  for (const [name, key] of [
    ['TTFT', 'ttftMs'],
    ['E2E latency', 'e2eMs'],
  ] as const) {
    const bounded = each
      .filter(({ figures }) => figures[key].intervals?.p50 !== undefined)
      .toSorted((one, other) => (one.figures[key].p50 ?? 0) - (other.figures[key].p50 ?? 0));
    const [least, most] = [bounded[0], bounded.at(-1)];
    if (least === undefined || most === undefined || bounded.length < 2) continue;
    // The median of several generators together lies between their medians; computing it sorts their samples anew.
    const isEachNear = (most.figures[key].p50 ?? 0) <= timesApart * (least.figures[key].p50 ?? 0);
    if (isEachNear && bounded.length === each.length) continue;
    for (const one of [most, least]) {
      const [own, others] = [one.figures[key], othersOf(one)[key]];
      if (areApart(own, others, byChance / bounded.length))
        return [
          `one generator may have seen other times than the others: ${name} p50 is ${rounded(own.p50 ?? 0)} ms in segment ${one.segment}, and ${rounded(others.p50 ?? 0)} ms in the others together; figures of all together are of neither`,
        ];
    }
  }
  return [];
}

/**
 * Whether two medians differ by more than chance explains at the level `alpha`. Uses the 95 % intervals of their
 * logarithms, because times are skewed.
 */
function areApart(one: Distribution, other: Distribution, alpha: number): boolean {
  const [low, high] = [one, other].toSorted((a, b) => (a.p50 ?? 0) - (b.p50 ?? 0));
  const [lowP50, highP50] = [low?.p50 ?? 0, high?.p50 ?? 0];
  const [upper, lower] = [low?.intervals?.p50?.[1], high?.intervals?.p50?.[0]];
  if (lowP50 <= 0 || upper === undefined || lower === undefined || highP50 <= timesApart * lowP50) return false;
  const chance = Math.hypot(Math.log(upper / lowP50), Math.log(highP50 / lower));
  return Math.log(highP50 / lowP50) > (chance * normalAt(alpha)) / normalAt(0.05);
}

function rounded(ms: number): number {
  return Number(ms.toPrecision(3));
}
