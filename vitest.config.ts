/** One run over every package's tests; tests import the packages' sources, not their builds. */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'proof/**/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: ['packages/database/src/testing/global-setup.ts'],
    setupFiles: ['scripts/property-seed.ts'],
    environment: 'node',
    // The default is one worker less than there are cores, on two of them one: and many of these tests wait for other processes.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A test that hangs is told later; one that a busy machine holds up is not taken for it.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Its own second is over before a busy machine has answered once.
    expect: { poll: { timeout: 15_000 } },
  },
});
