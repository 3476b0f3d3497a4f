import type { LoadComparison } from '../../conformance/contract/formats/compare.ts';
import { sharedBins } from '../statistics/shared-bins.ts';
import type { AskedQuantity } from './asked.ts';
import { runsOf, type ComparedSides } from './effects.ts';
import { sampledNames, sampledQuantities, type SampledName } from './quantities.ts';
import type { ComparedRun } from './run-samples.ts';

/** The samples of a quantity on both sides, in the same bins. */
type BothDistributions = NonNullable<LoadComparison['distributions']>[number];

/**
 * The distributions of every quantity with a compared percentile. Slices of pairs are merged, as they have the same
 * load.
 */
export function bothDistributions(sides: ComparedSides, asked: readonly AskedQuantity[]): BothDistributions[] {
  const runs = runsOf(sides);
  const wanted = new Set(asked.map(({ name }) => name));
  return sampledNames
    .filter((name) => wanted.has(name))
    .flatMap((name) => {
      const [a, b] = [runs.flatMap((run) => samplesIn(run.a, name)), runs.flatMap((run) => samplesIn(run.b, name))];
      if (a.length === 0 || b.length === 0) return [];
      return [{ quantity: name, unit: sampledQuantities[name].unit, ...sharedBins(a, b) }];
    });
}

function samplesIn({ quantiles }: ComparedRun, name: SampledName) {
  const samples = quantiles[name](0.5)?.samples;
  return samples === undefined ? [] : [samples];
}
