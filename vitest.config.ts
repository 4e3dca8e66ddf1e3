import { defineConfig } from 'vitest/config';

/** Minutes on a busy machine, or from the registry, so they are part of `npm run full`. */
const fullOnly = ['conformance/survives-its-target.test.ts', 'core/package.test.ts'];

const folders = 'core,fixtures,mock-server,conformance';

export default defineConfig({
  test: {
    // The mutants of core are judged by core's own tests.
    include: [process.env['STRYKER_MUTATOR_WORKER'] === undefined ? `{${folders}}/**/*.test.ts` : 'core/**/*.test.ts'],
    exclude: process.env['FULL'] === undefined ? fullOnly : [],
    // By default one core stays idle, which on two is half of them.
    maxWorkers: '100%',
    testTimeout: 60_000,
  },
});
