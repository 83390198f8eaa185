/** The tests against foreign programs: one file after another, since they measure. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['interop/**/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    // Beside other programs a foreign one takes many times as long to start.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
