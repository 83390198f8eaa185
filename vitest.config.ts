/** One run over every package's tests; tests import the packages' sources, not their builds. */
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** These start processes or take long: `npm run check` runs them only for packages that changed. */
const HEAVY = ['packages/{cli,engine}/src/**/*.test.ts', 'packages/database/src/cluster/*.test.ts'];
/** These change the process they run in, so each file has its own. */
const ALONE = ['packages/database/src/core/silence.test.ts', 'scripts/**/*.test.ts', 'proof/**/*.test.ts'];
/** What takes longest begins first, so that no worker is left alone with it at the end. */
const LONGEST = [
  /\/interop\//,
  /\/proof\/truth\//,
  /\/proof\//,
  /\/cli\/src\/commands\//,
  /\/database\/src\/cluster\//,
  /\/engine\//,
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((pattern) => pattern.test(moduleId));
      return found === -1 ? LONGEST.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    globalSetup: ['packages/database/src/testing/global-setup.ts'],
    setupFiles: ['scripts/property-seed.ts'],
    environment: 'node',
    // Many of these tests wait for other processes: one worker more than cores keeps two of them at work.
    maxWorkers: availableParallelism() + 1,
    // Generous: a busy machine must not fail a test that would pass.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A failure seen once on another machine must say what it found.
    chaiConfig: { truncateThreshold: 4_000 },
    // The default of 1 s is over before a busy machine has answered once; that of 50 ms between polls adds up to seconds.
    expect: { poll: { timeout: 15_000, interval: 10 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      // A worker that is kept for the next file loads what they share once.
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['packages/*/src/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...HEAVY, ...ALONE],
          isolate: false,
        },
      },
      // Components in a DOM without a browser.
      {
        extends: true,
        test: {
          name: 'components',
          include: ['packages/web/src/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['packages/web/src/testing/set-up-dom.ts'],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'heavy', include: HEAVY, isolate: false } },
      { extends: true, test: { name: 'alone', include: ALONE } },
      // Foreign programs take their time to start beside everything else.
      {
        extends: true,
        test: {
          name: 'interop',
          include: ['interop/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
