/**
 * Many seeds, one after the other: `npm run simulate -w packages/engine -- --seeds 1000`, or `--seed N` for one again.
 * Ends with the failing seeds, and with status 1 when there are any.
 */
import { parseArgs } from 'node:util';
import { openDatabase } from '@textprobe/database/connection';
import { silentLog } from '@textprobe/database/log';
import { ensurePartitions } from '@textprobe/database/migrate';
import { startTestCluster } from '@textprobe/database/testing/test-cluster';
import { seedDirectory } from '../seed-directory.ts';
import { STARTS, simulate } from './simulate.ts';

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '100' }, seed: { type: 'string' } },
});
const seeds =
  values.seed === undefined
    ? Array.from({ length: Number(values.seeds) }, (_, index) => index + 1)
    : [Number(values.seed)];
const cluster = await startTestCluster();
const db = openDatabase({ url: cluster.templateUrl, log: silentLog, applicationName: 'simulation' });
try {
  for (const start of STARTS) await ensurePartitions(db, start);
  const directory = await seedDirectory(db, { offices: 2, phones: 2, evidence: 'handset' });
  const failing: number[] = [];
  const began = performance.now();
  for (const seed of seeds) {
    const faults = await simulate({ db, ...directory }, seed);
    if (faults.length === 0) continue;
    failing.push(seed);
    process.stdout.write(`seed ${seed}:\n  ${faults.slice(0, 5).join('\n  ')}\n`);
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(`${seeds.length} seeds in ${seconds} s, failing: ${failing.join(', ') || 'none'}\n`);
  if (failing.length > 0) process.exitCode = 1;
} finally {
  await db.destroy();
  await cluster.stop();
}
