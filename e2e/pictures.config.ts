/** Playwright configuration for the screenshots. */
import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

export default defineConfig({
  ...base,
  // No traces: screenshots may run beside tests, and each run clears the trace folder.
  projects: [{ name: 'pictures', testMatch: '**/*.pictures.ts' }],
  // One worker: two programs cannot share the year's DATA_DIR.
  workers: 1,
  timeout: 120_000,
  use: { ...base.use, trace: 'off' },
});
