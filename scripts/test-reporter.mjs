/**
 * A Vitest reporter that writes a file for `test-counts.mjs`: the number of passed and skipped tests, and the file, title and
 * message of each failure, including tests that passed on retry. TEXTPROBE_TEST_REPORT has the path.
 */
import { writeFileSync } from 'node:fs';

export default class TestReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const report = { passed: 0, skipped: 0, failures: [], secondTry: [] };
    for (const module of modules) addModule(report, module);
    for (const error of unhandledErrors) {
      report.failures.push({ file: '', title: 'outside all tests', message: error.message ?? '' });
    }
    writeFileSync(process.env.TEXTPROBE_TEST_REPORT, JSON.stringify(report));
  }
}

/** Adds a file's tests. Errors of the file and its suites (while loading, in hooks) count as one failure each. */
function addModule(report, module) {
  const file = module.relativeModuleId;
  const add = (list, title, errors) =>
    list.push({ file, title, message: errors.map(({ message }) => message).join('\n') });
  const failed = (title, errors) => add(report.failures, title, errors);
  if (module.errors().length > 0) failed('the file', module.errors());
  for (const suite of module.children.allSuites()) {
    if (suite.errors().length > 0) failed(suite.fullName, suite.errors());
  }
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result();
    if (test.diagnostic()?.flaky) add(report.secondTry, test.fullName, errors);
    if (state === 'passed') report.passed += 1;
    else if (state === 'failed') failed(test.fullName, errors);
    else report.skipped += 1;
  }
}
