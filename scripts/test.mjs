/**
 * `npm test`: every check, each under a headline, all of them even when an early one fails; at the end the line
 * `N passed, N failed` alone. A check without tests of its own counts as one. The line above it says `N retried`: how many
 * tests passed only at the second try, each of which is a defect (docs/evidence.md#tests-that-ci-retries). Above these two
 * stand the names of the retried and the failed tests, how long each step took, and how many tests were skipped.
 *
 *   npm test                        everything
 *   npm test -- lint unit           some steps
 *   npm test -- unit packages/smpp  what is no step's name goes to the test runners
 */
import { beginRun, endRun, runLanes, STEPS } from './test-steps.mjs';

const args = process.argv.slice(2);
const names = args.filter((arg) => Object.hasOwn(STEPS, arg));
const filters = args.filter((arg) => !names.includes(arg));
const run = beginRun();
if (args.length === 0) {
  const step = (name) => ({ name });
  await runLanes(run, [step('build')]);
  // Half of these tests wait for other processes, while the tools have work for a core.
  await runLanes(run, [step('unit')], ['format', 'lint', 'unused', 'types'].map(step));
  await runLanes(run, [step('browser')]);
} else {
  const chosen = names.length > 0 ? names : ['unit'];
  for (const name of Object.keys(STEPS).filter((one) => chosen.includes(one))) {
    // Some unit tests start the built program, so the whole of them needs it; a few chosen ones do not wait for a compiler.
    if (name === 'unit' && filters.length === 0) await runLanes(run, [{ name: 'build' }]);
    await runLanes(run, [{ name, filters }]);
  }
}
endRun(run);
