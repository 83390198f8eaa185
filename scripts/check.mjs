/**
 * `npm run check`: format, lint, types, and the tests affected by uncommitted changes. Meant for use before a commit; only
 * `npm test` is conclusive.
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
const step = (name) => ({ name });
await runLanes(run, ['format', 'unused', 'lint'].map(step), [
  step('types'),
  step('build'),
  ...changedRuns(files).map((filters) => ({ name: 'unit', filters })),
  ...(specs.length > 0 ? [{ name: 'browser', filters: specs.map((spec) => `/${spec}`) }] : []),
]);
endRun(run);
