/** Reads from the test runners' reports how many tests passed, failed and were skipped, and which failed of what. */
import { readFileSync, rmSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * A test that failed, if only at the first try.
 * @typedef {{ file: string, title: string, message: string }} Failure
 *
 * How many checks passed, failed and were skipped; which failed; and which passed only at the second try.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: Failure[], secondTry: Failure[] }} Counts
 */

/**
 * @param {string} report path of the file that `test-reporter.mjs` left; it is removed
 * @param {number | string} ended how the runner ended
 * @returns {Counts} a file that could not even be loaded is one failure
 */
export function countVitest(report, ended) {
  return count(report, ended, (counts) => ({ ...counts, failed: counts.failures.length }));
}

/**
 * @param {string} report path of Playwright's JSON report; it is removed
 * @param {number | string} ended how the runner ended
 * @returns {Counts} a test that passed only at the second try has passed, and is named
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
      ...suites.flatMap((suite) => specsThat('unexpected', suite)),
    ],
    secondTry: suites.flatMap((suite) => specsThat('flaky', suite)),
  }));
}

/**
 * The end of `npm test`: what was skipped, if anything; how many tests were retried; and the line that CI reads, always last.
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

/** Those of a suite of Playwright's report, and of the suites in it, that ended as `status`. */
function specsThat(status, { suites = [], specs = [] }) {
  const those = specs.filter(({ tests }) => tests.some((test) => test.status === status));
  return [
    ...those.map(({ file, line, title, tests }) => ({
      file: `${file}:${line}`,
      title,
      message: firstError(tests),
    })),
    ...suites.flatMap((suite) => specsThat(status, suite)),
  ];
}

function firstError(tests) {
  const failed = tests.flatMap(({ results = [] }) => results).find(({ error }) => error !== undefined);
  return stripVTControlCharacters(failed?.error.message ?? '');
}

/** A runner that fails without a failed test (an error outside all tests, a crash) is one failure. */
function count(report, ended, read) {
  const crash = { file: '', title: 'the test runner', message: `It ended with ${ended}.` };
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
