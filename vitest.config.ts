import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    pool: 'forks',
    // Starts in a quarter of a second instead of five; no test changes what another one sees.
    isolate: false,
    testTimeout: 30_000,
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
