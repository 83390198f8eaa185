/** Vitest configuration of soaks: a longer test timeout. */
import { mergeConfig } from 'vitest/config';
import base from '../vitest.config.ts';

const HOUR_MS = 3_600_000;

export default mergeConfig(base, {
  test: { testTimeout: HOUR_MS },
});
