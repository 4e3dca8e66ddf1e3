import { defineConfig } from 'vitest/config';

/** Minutes on a busy machine, or from the registry, so they are part of `npm run full`. */
const fullOnly = ['conformance/survives-its-target.test.ts', 'core/package.test.ts'];

export default defineConfig({
  test: {
    include: ['{core,fixtures,mock-server,conformance}/**/*.test.ts'],
    exclude: process.env['FULL'] === undefined ? fullOnly : [],
    testTimeout: 60_000,
  },
});
