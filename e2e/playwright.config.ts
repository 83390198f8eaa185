/**
 * How the browser tests run: on the machine's own Chromium, with a trace of each failure. By hand none is tried again: a test
 * that passes only sometimes is a defect. CI tries once more, so that one such test does not lose a whole
 * run, and `npm test` names each that needed it (docs/evidence.md#tests-that-ci-retries).
 */
import { defineConfig } from '@playwright/test';

/** `npm test` says which browser it found or installed; by hand, Debian's is meant. */
const chromium = process.env.TEXTPROBE_CHROMIUM ?? '/usr/bin/chromium';

/** The machine's Chromium may run as root and in a container, and must not talk to anyone but the program. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Specs that need programs of their own. Each group has one worker: starting a program costs as much as ten tests. */
const ANALYTICS = /\/(analytics.*|findings)\.spec\.ts$/;
const GATEWAYS = /\/(gateway.*|sending-time|not-sent|phone-offline)\.spec\.ts$/;

// The report's path comes by PLAYWRIGHT_JSON_OUTPUT_FILE; run by hand, the list alone is enough.
const counted = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE !== undefined;

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'analytics', testMatch: ANALYTICS, workers: 1 },
    { name: 'gateways', testMatch: GATEWAYS, workers: 1 },
    { name: 'console', testMatch: '**/*.spec.ts', testIgnore: [ANALYTICS, GATEWAYS] },
  ],
  outputDir: 'test-results',
  // Each has a program, a database and a world of its own. Half of a test is waiting, so one more than two cores have.
  workers: 3,
  // Each second try has a program, and so a world, of its own: Playwright ends the worker of a test that failed.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: counted ? [['list'], ['json']] : [['list']],
  use: {
    // A handle that is not there is told in seconds, with its name, and not when the whole test is out of time.
    actionTimeout: 20_000,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    // Snapshots of each step cost a quarter of the whole run. `--trace retain-on-failure` by hand brings them.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: { args: FLAGS, executablePath: chromium },
  },
});
