import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes a minute and more. Begun last, it would keep one processor waiting at the end. */
const longest = /\/(variants|variants-too|faults|run-scenarios?|run-hostile|hostile|canary)\.test\.ts$/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [true, false].flatMap((isLong) => sorted.filter(({ moduleId }) => longest.test(moduleId) === isLong));
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    // Starts in a quarter of a second instead of five; no test changes what another one sees.
    isolate: false,
    // By itself it leaves one processor idle, which of two is half of the time.
    maxWorkers: '100%',
    testTimeout: 30_000,
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
