/** How the pictures of the screens are taken: like a browser test, but not one. */
import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

export default defineConfig({
  ...base,
  // No traces: pictures may be taken while tests run, and each run sweeps the folder of them.
  projects: [{ name: 'pictures', testMatch: '**/*.pictures.ts' }],
  // One: two programs on the one DATA_DIR of a year would not do.
  workers: 1,
  timeout: 120_000,
  use: { ...base.use, trace: 'off' },
});
