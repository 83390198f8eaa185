/** Reads the counts and the failures from the test runners' reports. */
import { readFileSync, rmSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * A test that failed, at least on the first attempt.
 * @typedef {{ file: string, title: string, message: string }} Failure
 *
 * How many checks passed, failed and were skipped; which failed; and which passed only on retry.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: Failure[], secondTry: Failure[] }} Counts
 */

/**
 * @param {string} report path of the file written by `test-reporter.mjs`, which is deleted
 * @param {number | string} ended the runner's exit code or signal
 * @returns {Counts} a file that could not be loaded counts as one failure
 */
export function countVitest(report, ended) {
  return count(report, ended, (counts) => ({ ...counts, failed: counts.failures.length }));
}

/**
 * @param {string} report path of Playwright's JSON report, which is deleted
 * @param {number | string} ended the runner's exit code or signal
 * @returns {Counts} a test that passed only on retry counts as passed, and is listed
 */
export function countPlaywright(report, ended) {
  return count(report, ended, ({ stats, errors, suites = [] }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: [
      ...errors.map(({ message = '' }) => ({
        file: '',
        title: 'outside all tests',
        message: stripVTControlCharacters(message),
      })),
      ...suites.flatMap((suite) => specsWith('unexpected', suite)),
    ],
    secondTry: suites.flatMap((suite) => specsWith('flaky', suite)),
  }));
}

/**
 * The last lines of `npm test`: the number of skipped tests, if any; the number of retried tests; and, always last, the line
 * that CI reads.
 * @param {Counts} counts
 */
export function closingLines({ passed, failed, skipped, secondTry }) {
  const lines = [`${secondTry.length} retried`, `${passed} passed, ${failed} failed`];
  return (skipped > 0 ? [`${skipped} skipped`, ...lines] : lines).join('\n');
}

/** `report.spec.ts:12 › its title`. */
export function nameOf({ file, title }) {
  return file === '' ? title : `${file} › ${title}`;
}

/** The tests with this status in a suite of Playwright's report, including nested suites. */
function specsWith(status, { suites = [], specs = [] }) {
  const those = specs.filter(({ tests }) => tests.some((test) => test.status === status));
  return [
    ...those.map(({ file, line, title, tests }) => ({
      file: `${file}:${line}`,
      title,
      message: firstError(tests),
    })),
    ...suites.flatMap((suite) => specsWith(status, suite)),
  ];
}

function firstError(tests) {
  const failed = tests.flatMap(({ results = [] }) => results).find(({ error }) => error !== undefined);
  return stripVTControlCharacters(failed?.error.message ?? '');
}

/** A runner that fails without a failed test (an error outside tests, a crash) counts as one failure. */
function count(report, ended, read) {
  const crash = { file: '', title: 'the test runner', message: `It exited with ${ended}.` };
  let counts;
  try {
    counts = read(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [crash], secondTry: [] };
  } finally {
    rmSync(report, { force: true });
  }
  return ended !== 0 && counts.failed === 0 ? { ...counts, failed: 1, failures: [crash] } : counts;
}
