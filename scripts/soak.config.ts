/** The long version of the tests, with time enough. */
import { mergeConfig } from 'vitest/config';
import usual from '../vitest.config.ts';

const HOUR_MS = 3_600_000;

export default mergeConfig(usual, {
  test: { testTimeout: HOUR_MS },
});
