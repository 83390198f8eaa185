/**
 * The steps of `npm test` and `npm run check`. They run in sequence or in parallel, each under a headline; a summary lists
 * failures, retries and durations.
 */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { missingPackages } from './foreign-programs.mjs';
import { closingLines, countPlaywright, countVitest, nameOf } from './test-counts.mjs';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const REPORTS = path.join(ROOT, '.cache', 'reports');
const PASSED = { passed: 1, failed: 0, skipped: 0, failures: [], secondTry: [] };
const FAILED = { ...PASSED, passed: 0, failed: 1 };

/** How many lines of each failure's message the summary repeats. */
const LINES_REPEATED = 12;

/** The steps: headline, and a function that runs the step and returns its counts. */
export const STEPS = {
  build: { title: 'Program and console', run: () => attempt(() => ensureBuilt(ROOT, process.execPath)) },
  format: tool('Format', 'node_modules/@biomejs/biome/bin/biome', 'format', '.'),
  lint: tool('Lint', 'scripts/lint.mjs'),
  unused: tool('Unused and undeclared', 'node_modules/knip/bin/knip.js', '--no-progress'),
  types: tool('Types', 'node_modules/typescript/bin/tsc', '-b', '.', 'packages/web', 'e2e'),
  unit: { title: 'Unit, integration and interop tests', run: runVitest },
  interop: {
    title: 'Interop with Kannel, Net::SMPP and Wireshark',
    run: (filters) => runVitest(['--project', 'interop', ...filters]),
  },
  browser: { title: 'Browser tests', run: runPlaywright },
};

/**
 * Runs lanes in parallel, the steps of each lane in sequence, and adds the results to a run.
 * @param {ReturnType<typeof beginRun>} run
 * @param {...{ name: string, filters?: string[] }[]} lanes
 */
export async function runLanes(run, ...lanes) {
  await Promise.all(
    lanes.map(async (lane) => {
      for (const { name, filters = [] } of lane) add(run, name, await timed(() => STEPS[name].run(filters)));
    }),
  );
}

export function beginRun() {
  return { total: { passed: 0, failed: 0, skipped: 0, failures: [], secondTry: [] }, took: [] };
}

/** Prints failures, retries and durations, and in the last line what CI reads. */
export function endRun({ total, took }) {
  for (const failure of total.secondTry) show('passed on retry', failure);
  for (const failure of total.failures) show('failed', failure);
  process.stdout.write(`\nSeconds: ${took.join(', ')}\n${closingLines(total)}\n`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

async function timed(work) {
  const began = performance.now();
  return { counts: await work(), seconds: (performance.now() - began) / 1000 };
}

function add({ total, took }, name, { counts, seconds }) {
  for (const key of ['passed', 'failed', 'skipped']) total[key] += counts[key];
  total.secondTry.push(...counts.secondTry);
  total.failures.push(...counts.failures);
  took.push(`${name} ${seconds.toFixed(0)}`);
  if (counts.failed === 0) return;
  process.stdout.write(`--- ${STEPS[name].title}: failed\n`);
  if (counts.failures.length === 0) total.failures.push({ file: '', title: STEPS[name].title, message: '' });
}

/** Repeats a failure at the end of the log, where readers look first. */
function show(what, failure) {
  const lines = failure.message === '' ? [] : failure.message.split('\n').slice(0, LINES_REPEATED);
  process.stdout.write(`\n${[`${what}: ${nameOf(failure)}`, ...lines].join('\n    ')}\n`);
}

/** A step that passes if the tool exits with 0. Other steps run in parallel, so its output is printed when it ends. */
function tool(title, script, ...args) {
  const run = async () => {
    const { ended, output } = await runNode(script, args, { isKept: true });
    process.stdout.write(`\n=== ${title}\n${output}`);
    return ended === 0 ? PASSED : FAILED;
  };
  return { title, run };
}

/** Runs `work`, whose errors have a message for the user. */
async function attempt(work) {
  try {
    await work();
    return PASSED;
  } catch (error) {
    process.stdout.write(`textprobe: ${error.message}\n`);
    return FAILED;
  }
}

/** Does not install the interop programs (`npm run interop` and CI do); tests of missing programs are skipped. */
async function runVitest(args) {
  process.stdout.write(`\n=== ${STEPS.unit.title}\n`);
  const missing = missingPackages();
  if (missing.length > 0)
    process.stdout.write(`Not installed, so their tests are skipped: ${missing.join(', ')}\n`);
  const report = freshReport('vitest.json');
  const reporters = ['--reporter=default', `--reporter=${path.join(ROOT, 'scripts/test-reporter.mjs')}`];
  // With CI set, a failed test is retried once.
  const again = process.env.CI ? ['--retry=1'] : [];
  const { ended } = await runNode(
    'node_modules/vitest/vitest.mjs',
    ['run', ...reporters, ...again, ...args],
    {
      env: { TEXTPROBE_TEST_REPORT: report },
    },
  );
  return countVitest(report, ended);
}

async function runPlaywright(filters) {
  process.stdout.write(`\n=== ${STEPS.browser.title}\n`);
  const report = freshReport('playwright.json');
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const ready = await attempt(async () => {
    env.TEXTPROBE_CHROMIUM = ensureChromium();
    await ensureBuilt(ROOT, process.execPath);
  });
  if (ready.failed > 0) return ready;
  const runner = 'node_modules/@playwright/test/cli.js';
  const { ended } = await runNode(runner, ['test', ...filters], { folder: 'e2e', env });
  return countPlaywright(report, ended);
}

/** A path for a new report, so that an old one is never counted. */
function freshReport(name) {
  mkdirSync(REPORTS, { recursive: true });
  return path.join(REPORTS, `${process.pid}-${name}`);
}

/** Runs a script with this Node; resolves to its exit code or signal, and its output if `isKept`. */
function runNode(script, args, { folder = '.', env = {}, isKept = false }) {
  return new Promise((resolve) => {
    const stdio = isKept ? 'pipe' : 'inherit';
    const child = spawn(process.execPath, [path.join(ROOT, script), ...args], {
      cwd: path.join(ROOT, folder),
      stdio: ['ignore', stdio, stdio],
      env: { ...process.env, ...env },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    }
    child.on('error', (error) => {
      process.stdout.write(`textprobe: ${script} could not be started: ${error.message}\n`);
      resolve({ ended: 1, output });
    });
    child.on('close', (code, signal) => resolve({ ended: signal ?? code, output }));
  });
}
