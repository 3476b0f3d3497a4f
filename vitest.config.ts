import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, the longest first. Begun last, it would keep one processor waiting at the end. */
const longest = [
  'conformance/variants-that-wait',
  'scripts/ci/action',
  'conformance/variants',
  'conformance/variants-too',
  'conformance/matrix',
  'conformance/servers',
  'scripts/testing/canary',
  'scripts/house/readme',
  'scripts/house/pack',
  'fixtures/faults/faults',
  'scripts/check',
  'scripts/testing/hostile',
  'conformance/properties/deep-faults',
  'scripts/compare/live',
  'scripts/load',
  'load/runner/run-hostile',
  'load/runner/run-scenarios',
  'load/runner/under-load',
  'scripts/load/charges',
  'load/runner/run-scenario',
  'conformance/certificate/judge-again',
  'conformance/core/engine-outages',
].map((name) => `/${name}.test.ts`);

function placeOf({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((name) => moduleId.endsWith(name));
  return place === -1 ? longest.length : place;
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    // Starts in a quarter of a second instead of five; no test changes what another one sees.
    isolate: false,
    // Half of the files wait now and then, for what they have started or for a time limit: others go on meanwhile.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // Against what hangs, and nothing else: a machine with other work takes ten times as long for what it has to compute.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'self',
          include: ['{conformance,fixtures,load,reports,scripts}/**/*.test.ts'],
          exclude: ['conformance/target.test.ts'],
        },
      },
      // The checks as a suite of their own, against ASSAY_TARGET: npm run test:target.
      { extends: true, test: { name: 'target', include: ['conformance/target.test.ts'] } },
    ],
  },
});
