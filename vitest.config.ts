import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{core,fixtures,mock-server,conformance}/**/*.test.ts'],
    testTimeout: 30_000,
  },
});
