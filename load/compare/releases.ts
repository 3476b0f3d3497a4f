import type { ComparedQuantity } from '../differences/difference.ts';
import { errorShare } from '../differences/power.ts';
import type { ComparedRun } from '../differences/run-samples.ts';
import { refusals, toldDifferences, type ComparableRun } from './comparable.ts';
import { compareLoads, type CompareOptions } from './compare-loads.ts';
import type { LoadComparison } from './comparison.ts';

/** A run by the name of what was measured, such as the version of the target. */
export type Release = { readonly name: string; readonly run: ComparableRun & { readonly samples: ComparedRun } };

/** From one release to the next one, or from the first to the last. */
export type ReleaseStep = { readonly from: string; readonly to: string } & (
  | { readonly is: 'compared'; readonly comparison: LoadComparison }
  | { readonly is: 'refused'; readonly because: string }
);

export type Releases = {
  /** One less than there are releases, in their order. */
  readonly steps: readonly ReleaseStep[];
  /** Of the first and the last one, where others lie between: small steps add up that none shows. */
  readonly whole?: ReleaseStep;
};

/**
 * Each release against the one before, and the last against the first. All comparisons share the error of one: of releases
 * without a difference at most one page in twenty calls anything faster or slower.
 *
 * @param releases in their order, at least two
 */
export function compareReleases(releases: readonly Release[], options: Pick<CompareOptions, 'within'>): Releases {
  const pairs = releases.slice(1).map((to, place) => [releases[place] ?? to, to] as const);
  const [first, last] = [releases[0], releases.at(-1)];
  const isMore = pairs.length > 1 && first !== undefined && last !== undefined;
  const comparisons = pairs.length + (isMore ? 1 : 0);
  const step = (a: Release, b: Release): ReleaseStep => stepOf(a, b, options, comparisons);
  return {
    steps: pairs.map(([a, b]) => step(a, b)),
    ...(isMore && { whole: step(first, last) }),
  };
}

function stepOf(a: Release, b: Release, { within }: Pick<CompareOptions, 'within'>, comparisons: number): ReleaseStep {
  const names = { from: a.name, to: b.name };
  const refused = refusals(a.run, b.run);
  if (refused.length > 0) {
    const because = refused.map(({ what, a: one, b: other }) => `${what}: ${one} and ${other}`).join('; ');
    return { ...names, is: 'refused', because };
  }
  const sides = { is: 'runs', a: a.run.samples, b: b.run.samples } as const;
  const compared = { sides, loadsA: [a.run.load], loadsB: [b.run.load], told: toldDifferences(a.run, b.run) };
  const comparison = compareLoads(compared, { within, asked: undefined, limits: [] });
  const quantities = comparison.quantities.map((each) => amongSteps(each, comparisons));
  return { ...names, is: 'compared', comparison: { ...comparison, quantities } };
}

/** A difference that is one alone may be chance among so many comparisons. */
function amongSteps(each: ComparedQuantity, comparisons: number): ComparedQuantity {
  const { word, adjustedP = 0 } = each;
  if ((word !== 'faster' && word !== 'slower') || adjustedP <= errorShare / comparisons) return each;
  const because = `alone it would be a difference (p = ${Number(adjustedP.toPrecision(2))}), but not in one of ${comparisons} comparisons`;
  return { ...each, word: 'undecided', because };
}
