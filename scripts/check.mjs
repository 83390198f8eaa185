/**
 * `npm run check`: format, lint, types, and the tests that what was changed since the last commit touches. For the moments
 * between two commits; `npm test` is what counts.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { changedFiles, changedRuns, relatedSpecs } from './changed-tests.mjs';
import { beginRun, endRun, runLanes } from './test-steps.mjs';

const root = path.dirname(import.meta.dirname);
const files = changedFiles(root);
const specs = relatedSpecs(
  files,
  readdirSync(path.join(root, 'e2e')).filter((name) => name.endsWith('.spec.ts')),
);
const run = beginRun();
await runLanes(
  run,
  ['format', 'lint', 'unused'].map((name) => ({ name })),
  [{ name: 'types' }, { name: 'build' }],
);
for (const filters of changedRuns(files)) await runLanes(run, [{ name: 'unit', filters }]);
if (specs.length > 0) await runLanes(run, [{ name: 'browser', filters: specs.map((name) => `/${name}`) }]);
endRun(run);
