/**
 * `npm test`: runs all checks, each under a headline, even after a failure. The last line is `N passed, N failed`; a check
 * without tests counts as one. The line above it is `N retried`: tests that passed only on retry, each of which is a defect
 * (docs/evidence.md#tests-that-ci-retries). Before these two come the names of the retried and failed tests, the duration of
 * each step, and the number of skipped tests.
 *
 *   npm test                        everything
 *   npm test -- lint unit           some steps
 *   npm test -- unit packages/smpp  other arguments are passed to the test runners
 */
import { beginRun, endRun, runLanes, STEPS } from './test-steps.mjs';

const args = process.argv.slice(2);
const names = args.filter((arg) => Object.hasOwn(STEPS, arg));
const filters = args.filter((arg) => !names.includes(arg));
const run = beginRun();
if (args.length === 0) {
  const step = (name) => ({ name });
  await runLanes(run, [step('build')]);
  // Half of these tests wait for other processes, so the tools can use a core in the meantime.
  await runLanes(run, [step('unit')], ['format', 'lint', 'unused', 'types'].map(step));
  await runLanes(run, [step('browser')]);
} else {
  const chosen = names.length > 0 ? names : ['unit'];
  for (const name of Object.keys(STEPS).filter((one) => chosen.includes(one))) {
    // Some unit tests start the built program, so the full suite needs a build; selected tests skip it.
    if (name === 'unit' && filters.length === 0) await runLanes(run, [{ name: 'build' }]);
    await runLanes(run, [{ name, filters }]);
  }
}
endRun(run);
