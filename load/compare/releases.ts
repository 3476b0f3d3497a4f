import type { ComparedRun } from '../differences/run-samples.ts';
import { refusals, setupDifferences, type ComparableRun } from './comparable.ts';
import { compareLoads, goodputRefusals, type CompareOptions } from './compare-loads.ts';
import type { ReleasesComparison, ReleaseStep } from './comparison.ts';

/** A run with the name of what was measured, such as the version of the target. */
export type Release = { readonly name: string; readonly run: ComparableRun & { readonly samples: ComparedRun } };

/**
 * Compares each release with the one before, and the last with the first. All comparisons share one error probability:
 * for releases without a difference, at most one page in twenty calls anything faster or slower.
 *
 * @param releases in their order, at least two
 */
export function compareReleases(releases: readonly Release[], options: CompareOptions): ReleasesComparison {
  const pairs = releases.slice(1).map((to, place) => [releases[place] ?? to, to] as const);
  const [first, last] = [releases[0], releases.at(-1)];
  const isMore = pairs.length > 1 && first !== undefined && last !== undefined;
  const comparisons = pairs.length + (isMore ? 1 : 0);
  const step = (a: Release, b: Release): ReleaseStep => stepOf(a, b, { ...options, comparisons });
  const steps = pairs.map(([a, b]) => step(a, b));
  // Small steps may add up to a difference that no single step shows.
  const whole = isMore ? step(first, last) : undefined;
  const all = whole === undefined ? steps : [...steps, whole];
  const exitCode = options.limits.length === 0 ? 0 : exitCodeOf(all);
  return { schema: 'assay.compare/1', is: 'releases', steps, ...(whole && { whole }), exitCode };
}

function exitCodeOf(steps: readonly ReleaseStep[]): 0 | 1 | 2 {
  const codes = steps.map((step) => (step.is === 'refused' ? 2 : step.comparison.exitCode));
  return codes.includes(1) ? 1 : codes.includes(2) ? 2 : 0;
}

type StepOptions = CompareOptions & { readonly comparisons: number };

function stepOf(a: Release, b: Release, options: StepOptions): ReleaseStep {
  const names = { from: a.name, to: b.name };
  const refused = [...refusals(a.run, b.run), ...goodputRefusals(options, a.run.load, b.run.load)];
  if (refused.length > 0) {
    const because = refused.map(({ what, a: one, b: other }) => `${what}: ${one} and ${other}`).join('; ');
    return { ...names, is: 'refused', because };
  }
  const sides = { is: 'runs', a: a.run.samples, b: b.run.samples } as const;
  const compared = { sides, loadsA: [a.run.load], loadsB: [b.run.load], told: setupDifferences(a.run, b.run) };
  return { ...names, is: 'compared', comparison: compareLoads(compared, options) };
}
