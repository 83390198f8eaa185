/**
 * Configuration of the browser tests: the machine's Chromium, with a trace of each failure. There are no retries, because a
 * flaky test is a defect. CI retries once, so that one flaky test does not fail a whole run, and `npm test` lists each retried
 * test (docs/evidence.md#tests-that-ci-retries).
 */
import { defineConfig } from '@playwright/test';

/** `npm test` sets the path; otherwise Debian's default. */
const chromium = process.env.TEXTPROBE_CHROMIUM ?? '/usr/bin/chromium';

/** Chromium may have to run as root in a container, and must not connect to other hosts. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Specs that need separate programs. Each group has one worker: starting a program costs as much as ten tests. */
const ANALYTICS = /\/(analytics.*|findings)\.spec\.ts$/;
const GATEWAYS = /\/(gateway.*|sending-time|not-sent|phone-offline)\.spec\.ts$/;

// PLAYWRIGHT_JSON_OUTPUT_FILE has the report's path; without it, the list is enough.
const counted = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE !== undefined;

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'analytics', testMatch: ANALYTICS, workers: 1 },
    { name: 'gateways', testMatch: GATEWAYS, workers: 1 },
    { name: 'console', testMatch: '**/*.spec.ts', testIgnore: [ANALYTICS, GATEWAYS] },
  ],
  outputDir: 'test-results',
  // Each worker has its own program, database and world. Tests spend half of the time waiting, so three workers keep two cores busy.
  workers: 3,
  // Each retry has a new program and world: Playwright ends the worker after a failed test.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: counted ? [['list'], ['json']] : [['list']],
  use: {
    // A missing element fails within seconds, with its name, instead of at the test's timeout.
    actionTimeout: 20_000,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    // Transitions cost a seventh of the run. Screens look the same without.
    contextOptions: { reducedMotion: 'reduce' },
    // Snapshots of each step would cost a quarter of the run. Use `--trace retain-on-failure` to get them.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: { args: FLAGS, executablePath: chromium },
  },
});
