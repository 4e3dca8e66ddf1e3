import { defineConfig } from 'vitest/config';

/** Minutes from the registry, and a browser: `npm run full` runs them, and by themselves. */
const fullOnly = [
  'core/package.test.ts',
  'conformance/compare/browser.test.ts',
  'mock-server/inspector/browser.test.ts',
  'mock-server/example/runners.test.ts',
];

const everything = {
  include: ['{core,fixtures,mock-server,conformance}/**/*.test.ts'],
  exclude: process.env['FULL'] === undefined ? fullOnly : [],
};

/** What judges the mutants of core: its own tests, but for those of the whole, and the comparison with a second model. */
const ofCore = {
  include: ['core/**/*.test.ts', 'conformance/self-test/naive-and-mock.test.ts'],
  exclude: ['core/readme.test.ts', 'core/package.test.ts'],
};

export default defineConfig({
  // The examples import as their readers do.
  resolve: {
    alias: [
      { find: /^conversation-reset\/mock-server$/, replacement: `${import.meta.dirname}/mock-server/index.ts` },
      {
        find: /^conversation-reset\/mock-server\/connect$/,
        replacement: `${import.meta.dirname}/mock-server/connect-mock-server.ts`,
      },
    ],
  },
  test: {
    ...(process.env['STRYKER_MUTATOR_WORKER'] === undefined ? everything : ofCore),
    // No module has a state that a test could leave behind: each is loaded once, and not once for each file.
    isolate: false,
    unstubEnvs: true,
    // By default one core stays idle, which on two is half of them; whole runs wait for seconds to pass.
    maxWorkers: '200%',
    testTimeout: 60_000,
  },
});
