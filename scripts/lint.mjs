/** The lint step: oxlint with its type-aware rules, then the rules of the house. `node scripts/lint.mjs [checkout]` */
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
const breaches = checkHouse(root);
for (const breach of breaches) process.stdout.write(`${breach}\n`);
if (breaches.length > 0) process.stdout.write(`${breaches.length} breaches of the rules of the house\n`);
if (oxlint.status !== 0 || breaches.length > 0) process.exitCode = 1;
