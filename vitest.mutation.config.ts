import { defineConfig } from 'vitest/config';

/** What Stryker runs against every mutant of conformance/expectations: the tests that stand beside it, and nothing slower. */
export default defineConfig({
  test: {
    include: ['conformance/expectations/**/*.test.ts'],
    // A worker of its own for each file would take longer than the tests.
    isolate: false,
  },
});
