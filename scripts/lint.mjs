/** The lint step: oxlint with its type-aware rules, then the project's own rules. `node scripts/lint.mjs [checkout]` */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkHouse } from './house.mjs';

const HERE = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const root = path.resolve(process.argv[2] ?? HERE);

const oxlint = spawnSync(process.execPath, [path.join(HERE, 'node_modules/oxlint/bin/oxlint')], {
  cwd: root,
  stdio: 'inherit',
});
const violations = checkHouse(root);
for (const violation of violations) process.stdout.write(`${violation}\n`);
if (violations.length > 0) process.stdout.write(`${violations.length} violations of the project's rules\n`);
if (oxlint.status !== 0 || violations.length > 0) process.exitCode = 1;
