/** Reads from the test runners' reports how many tests passed, failed and were skipped. */
import { readFileSync, rmSync } from 'node:fs';

/**
 * How many checks passed, failed and were skipped.
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/**
 * @param {string} report path of Vitest's JSON report; it is removed
 * @param {number | string} ended how the runner ended
 * @returns {Counts} a file that could not even be loaded is one failure
 */
export function countVitest(report, ended) {
  return count(
    report,
    ended,
    ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) => ({
      passed: numPassedTests,
      failed: numFailedTests + testResults.filter(isBrokenFile).length,
      skipped: numPendingTests + numTodoTests,
    }),
  );
}

/** A file that failed although none of its tests did: it did not load, or its beforeAll threw. */
function isBrokenFile({ status, assertionResults }) {
  return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
}

/**
 * @param {string} report path of Playwright's JSON report; it is removed
 * @param {number | string} ended how the runner ended
 * @returns {Counts & { secondTry: string[] }} a test that passed only at the second try has passed, and is named
 */
export function countPlaywright(report, ended) {
  const nothing = { secondTry: [] };
  const read = ({ stats, errors, suites = [] }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    secondTry: suites.flatMap(flakyIn),
  });
  return { ...nothing, ...count(report, ended, read) };
}

/** `report.spec.ts:12 › its title`, for each in a suite of Playwright's report and in those below. */
function flakyIn({ suites = [], specs = [] }) {
  const flaky = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [...flaky.map(({ file, line, title }) => `${file}:${line} › ${title}`), ...suites.flatMap(flakyIn)];
}

/** A runner that fails without a failed test (an error outside all tests, a crash) is one failure. */
function count(report, ended, read) {
  let counts;
  try {
    counts = read(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    rmSync(report, { force: true });
  }
  return ended !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
