import { defineConfig } from 'vitest/config';

/** What Stryker runs against every mutant of conformance/expect: the tests that stand beside it, and nothing slower. */
export default defineConfig({
  test: {
    include: ['conformance/expect/**/*.test.ts'],
    // A worker of its own for each file would take longer than the tests.
    isolate: false,
  },
});
