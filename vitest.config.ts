/** One run over every package's tests; tests import the packages' sources, not their builds. */
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

/** Packages whose tests start no database and leave nothing behind in their modules. */
const PURE = 'packages/{carrier-lab,contract,domain,gateways,media,smpp,web}/src/**/*.test.ts';

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
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
    projects: [
      // A worker that is kept for the next file loads what they share once: a minute of processor time less.
      { extends: true, test: { name: 'pure', include: [PURE], isolate: false } },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['packages/*/src/**/*.test.ts', 'proof/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...configDefaults.exclude, PURE],
        },
      },
    ],
  },
});
