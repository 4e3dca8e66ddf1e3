import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{core,fixtures,mock-server,conformance}/**/*.test.ts'],
    // Against targets that go wrong in time: minutes on a busy machine, so they are part of `npm run full`.
    exclude: process.env['FULL'] === undefined ? ['conformance/survives-its-target.test.ts'] : [],
    testTimeout: 60_000,
  },
});
