/** How the pictures of the screens are taken: like a browser test, but not one. */
import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

// No traces: pictures may be taken while tests run, and each run sweeps the folder of them.
export default defineConfig(base, {
  testMatch: '**/*.pictures.ts',
  // One: two programs on the one DATA_DIR of a year would not do.
  workers: 1,
  timeout: 120_000,
  use: { trace: 'off' },
});
