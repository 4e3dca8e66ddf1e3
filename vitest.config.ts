import { defineConfig } from 'vitest/config';

/** Deadlines that a busy machine misses, or minutes from the registry: `npm run full` runs them, and by themselves. */
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
