/** The long version of the tests: seeded, so that a run can be repeated, and with time enough. */
import { mergeConfig } from 'vitest/config';
import usual from '../vitest.config.ts';

const HOUR_MS = 3_600_000;

export default mergeConfig(usual, {
  test: { setupFiles: ['scripts/soak-seed.ts'], testTimeout: HOUR_MS },
});
