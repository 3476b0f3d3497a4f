import type { Load } from './load.ts';

type Each = NonNullable<Load['generators']>['each'];

/** Fewer failures may all be one's by chance, and a service need not be the same by less than this factor everywhere. */
const [fewestFailures, fewestAnswers, timesApart] = [5, 20, 1.25];

/** Hints that one generator was served otherwise than the others: another way to the service, or other credentials. */
export function unlikeWords(each: Each): readonly string[] {
  return each.length < 2 ? [] : [...failuresOfOne(each), ...mediansApart(each)];
}

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

function mediansApart(each: Each): readonly string[] {
  for (const [name, key] of [
    ['TTFT', 'ttftMs'],
    ['E2E latency', 'e2eMs'],
  ] as const) {
    const medians = each
      .flatMap(({ segment, figures }) => {
        const { p50, intervals } = figures[key];
        return p50 === undefined || intervals?.p50 === undefined ? [] : [{ segment, p50, interval: intervals.p50 }];
      })
      .toSorted((one, other) => one.p50 - other.p50);
    const [least, most] = [medians[0], medians.at(-1)];
    if (least === undefined || most === undefined || medians.length < 2) continue;
    if (most.interval[0] > least.interval[1] && most.p50 > timesApart * least.p50)
      return [
        `the generators saw different times: ${name} p50 is ${rounded(least.p50)} ms in segment ${least.segment}, and ${rounded(most.p50)} ms in ${most.segment}; figures of all together are of neither`,
      ];
  }
  return [];
}

function rounded(ms: number): number {
  return Number(ms.toPrecision(3));
}
