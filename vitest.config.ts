/** One run over every package's tests; tests import the packages' sources, not their builds. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: ['packages/database/src/testing/global-setup.ts'],
    environment: 'node',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Its own second is over before a busy machine has answered once.
    expect: { poll: { timeout: 15_000 } },
  },
});
