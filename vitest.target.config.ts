import { defineConfig } from 'vitest/config';

/** The checks as a suite against ASSAY_TARGET: `npm run test:target`. With a file of its own no other test run finds it. */
export default defineConfig({
  test: { pool: 'forks', include: ['conformance/target.test.ts'] },
});
