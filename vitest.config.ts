import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { onlyInDeep, onlyInFull, quickLongest, testFilesOf } from './scripts/tools/test-lists.ts';

/** `quick` has more that computes than that waits. */
const list = process.env['ASSAY_TESTS'];

/** What takes longest, the longest first. Begun last, it would keep one processor waiting at the end. */
const longest = [...onlyInDeep, ...onlyInFull, ...quickLongest].map((name) => `/${name}`);

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
    // Below so much nothing old is cleared up, which else takes a sixth of the processor time of whole checks.
    execArgv: ['--initial-heap-size=256'],
    // Starts in a quarter of a second instead of five; no test changes what another one sees.
    isolate: false,
    // Most files wait half of their time, for what they have started or for a time limit: others go on meanwhile.
    maxWorkers: Math.ceil((list === 'quick' ? 1.5 : 2) * availableParallelism()),
    // Against what hangs, and nothing else: a machine with other work takes ten times as long for what it has to compute.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'self',
          globalSetup: ['scripts/testing/packaged.setup.ts'],
          ...testFilesOf(list),
        },
      },
    ],
  },
});
