/**
 * `npm test`: every check in order, each under a headline, all of them even when an early one fails; at the end the
 * line `N passed, N failed` alone. A check without tests of its own counts as one. The line above it says `N retried`: how many
 * tests passed only at the second try, each of which is a defect (docs/decisions/0016-a-second-try-is-told.md). Above these two
 * stand the names of the retried and the failed tests, and how many were skipped.
 *
 *   npm test                        everything
 *   npm test -- lint unit           some steps
 *   npm test -- unit packages/smpp  what is no step's name goes to the test runners
 */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { missingPackages } from './foreign-programs.mjs';
import { closingLines, countPlaywright, countVitest, nameOf } from './test-counts.mjs';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const REPORTS = path.join(ROOT, '.cache', 'reports');
const PASSED = { passed: 1, failed: 0, skipped: 0, failures: [], secondTry: [] };
const FAILED = { ...PASSED, passed: 0, failed: 1 };

/** How many lines of each failure's words the summary repeats: the rest stands where it failed. */
const LINES_REPEATED = 12;

/** Each step: its headline, and how it runs; it answers how many checks passed, failed and were skipped. */
const STEPS = {
  format: { title: 'Format', run: () => check('@biomejs/biome/bin/biome', ['format', '.']) },
  lint: { title: 'Lint', run: () => runNode(path.join(ROOT, 'scripts/lint.mjs'), []).then(asOne) },
  unused: { title: 'Unused and undeclared', run: () => check('knip/bin/knip.js', ['--no-progress']) },
  types: { title: 'Types and program', run: checkTypes },
  console: { title: 'Console', run: () => attempt(() => build(ROOT, process.execPath, 'console')) },
  unit: { title: 'Unit and integration tests', run: runUnit },
  interop: { title: 'Interop with Kannel, Net::SMPP and Wireshark', run: runInterop },
  browser: { title: 'Browser tests', run: runPlaywright },
};

async function main() {
  const args = process.argv.slice(2);
  const names = args.filter((arg) => Object.hasOwn(STEPS, arg));
  const filters = args.filter((arg) => !names.includes(arg));
  const chosen = names.length > 0 ? names : filters.length > 0 ? ['unit'] : Object.keys(STEPS);
  const total = { passed: 0, failed: 0, skipped: 0, failures: [], secondTry: [] };
  for (const name of Object.keys(STEPS).filter((step) => chosen.includes(step))) {
    process.stdout.write(`\n=== ${STEPS[name].title}\n`);
    const counts = await STEPS[name].run(filters);
    for (const key of ['passed', 'failed', 'skipped']) total[key] += counts[key];
    total.secondTry.push(...counts.secondTry);
    total.failures.push(...counts.failures);
    if (counts.failed > 0) {
      process.stdout.write(`--- ${STEPS[name].title}: failed\n`);
      if (counts.failures.length === 0)
        total.failures.push({ file: '', title: STEPS[name].title, message: '' });
    }
  }
  for (const failure of total.secondTry) tell('passed at the second try', failure);
  for (const failure of total.failures) tell('failed', failure);
  process.stdout.write(`\n${closingLines(total)}\n`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

/** Repeats a failure where nobody has to look for it: a log's end is what is kept of it and read first. */
function tell(what, failure) {
  const lines = failure.message === '' ? [] : failure.message.split('\n').slice(0, LINES_REPEATED);
  process.stdout.write(`\n${[`${what}: ${nameOf(failure)}`, ...lines].join('\n    ')}\n`);
}

/** Runs a tool out of node_modules; it passes when it ends with 0. */
function check(tool, args) {
  return runNode(path.join(ROOT, 'node_modules', tool), args).then(asOne);
}

/** Does something that throws a sentence when it fails. */
async function attempt(work) {
  try {
    await work();
    return PASSED;
  } catch (error) {
    process.stdout.write(`textprobe: ${error.message}\n`);
    return FAILED;
  }
}

function asOne(ended) {
  return ended === 0 ? PASSED : FAILED;
}

/** The program, then what is only checked: tests, bench, interop, the console and the browser tests. */
async function checkTypes() {
  const program = await attempt(() => build(ROOT, process.execPath, 'program'));
  if (program.failed > 0) return program;
  return check('typescript/bin/tsc', ['-b', '.', 'packages/web', 'e2e']);
}

/** Some of them start the built program, so the whole of them needs it; a few chosen ones do not wait for a compiler. */
async function runUnit(filters) {
  if (filters.length === 0) await attempt(() => ensureBuilt(ROOT, process.execPath));
  return runVitest(filters);
}

/** With CI set, a test that failed runs once more. */
async function runVitest(args) {
  const report = freshReport('vitest.json');
  const reporters = ['--reporter=default', `--reporter=${path.join(ROOT, 'scripts/test-reporter.mjs')}`];
  const runner = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const again = process.env.CI ? ['--retry=1'] : [];
  const env = { TEXTPROBE_TEST_REPORT: report };
  return countVitest(report, await runNode(runner, ['run', ...reporters, ...again, ...args], '.', env));
}

/** Installs nothing: `npm run interop` and CI do. Tests of what is not there are skipped. */
function runInterop(filters) {
  const missing = missingPackages();
  if (missing.length > 0) process.stdout.write(`Not on this machine, so skipped: ${missing.join(', ')}\n`);
  return runVitest(['--config', 'interop/vitest.config.ts', ...filters]);
}

async function runPlaywright(filters) {
  const report = freshReport('playwright.json');
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const ready = await attempt(async () => {
    env.TEXTPROBE_CHROMIUM = ensureChromium();
    await ensureBuilt(ROOT, process.execPath);
  });
  if (ready.failed > 0) return ready;
  const runner = path.join(ROOT, 'node_modules/@playwright/test/cli.js');
  return countPlaywright(report, await runNode(runner, ['test', ...filters], 'e2e', env));
}

/** The path of a report that is not there yet, so that an old one is never counted. */
function freshReport(name) {
  mkdirSync(REPORTS, { recursive: true });
  return path.join(REPORTS, `${process.pid}-${name}`);
}

/** Runs a script under this Node; answers its exit code, or the name of the signal that ended it. */
function runNode(script, args, folder = '.', env = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: path.join(ROOT, folder),
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    child.on('error', (error) => {
      process.stdout.write(`textprobe: ${script} could not be started: ${error.message}\n`);
      resolve(1);
    });
    child.on('exit', (code, signal) => resolve(signal ?? code));
  });
}

await main();
