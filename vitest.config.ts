import { defineConfig } from 'vitest/config';

/** Minutes from the registry, and a browser: `npm run full` runs them, and by themselves. */
const fullOnly = ['core/package.test.ts', 'mock-server/inspector/browser.test.ts'];

const everything = {
  include: ['{core,fixtures,mock-server,conformance}/**/*.test.ts'],
  exclude: process.env['FULL'] === undefined ? fullOnly : [],
};

/** What judges the mutants of core: its own tests, but for those of the README and the package, which are of the whole. */
const ofCore = { include: ['core/**/*.test.ts'], exclude: ['core/readme.test.ts', 'core/package.test.ts'] };

export default defineConfig({
  test: {
    ...(process.env['STRYKER_MUTATOR_WORKER'] === undefined ? everything : ofCore),
    // By default one core stays idle, which on two is half of them.
    maxWorkers: '100%',
    testTimeout: 60_000,
  },
});
