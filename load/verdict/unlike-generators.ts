import type { Distribution } from '../statistics/distribution.ts';
import { normalAt } from '../statistics/student.ts';
import type { Load } from './load.ts';

type Each = NonNullable<Load['generators']>['each'];

/** Fewer failures may all be one's by chance, and a service need not be the same by less than this factor everywhere. */
const [fewestFailures, fewestAnswers, timesApart] = [5, 20, 1.25];

/** How often one of any number of generators that are served alike seems to be apart. */
const byChance = 0.05;

/**
 * Hints that one generator was served otherwise than the others: another way to the service, or other credentials.
 *
 * @param othersOf the figures of all generators but this one together
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

/** Of its failures those that may come from how it is served: the others are its own, and its verdict tells them. */
function refusedOf({ figures: { counts, failures }, validity }: Each[number]): number {
  const isOwn = validity.is === 'invalid' && validity.reasons.some(({ code }) => code === 'clientErrors');
  return isOwn ? 0 : counts.failed - (failures['notSent'] ?? 0) - (failures['unread'] ?? 0);
}

/** Only the least and the largest median are held against the others: of no other one can it be sure. */
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
    // The median of several together lies between theirs; to have it, their samples are sorted anew.
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
 * Whether two medians are further apart than chance has them so often: from their 95 % intervals, of the logarithms, as
 * times are skewed.
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
