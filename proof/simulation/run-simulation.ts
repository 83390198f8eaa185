/**
 * Runs many seeds: `npm run simulate -- --seeds 1000`, or `--seed N` to repeat one. Parallel lanes take seeds from one list,
 * each on its own database, so that seeds do not affect each other. Prints the failing seeds at the end, and exits with
 * status 1 if there are any.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { closeDatabase, openDatabase } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import { openMessageCodes } from '@textprobe/database/messages/message-codes';
import { ensurePartitions } from '@textprobe/database/migrations/month-partitions';
import { startTestCluster, TEMPLATE_DATABASE, urlOfDatabase } from '@textprobe/database/testing/test-cluster';
import { seedDirectory } from '@textprobe/engine/testing/seed-directory';
import { sql } from 'kysely';
import { STARTS, simulate } from './simulate.ts';

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '100' }, seed: { type: 'string' } },
});
const seeds = chosenSeeds();
const lanes = Math.min(availableParallelism(), seeds.length);
const cluster = await startTestCluster();
try {
  const waiting = seeds.values();
  const began = performance.now();
  const failing = (
    await Promise.all(Array.from({ length: lanes }, (_lane, index) => runLane(`lane_${index}`, waiting)))
  ).flat();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const failed = failing.sort((a, b) => a - b).join(', ') || 'none';
  process.stdout.write(`${seeds.length} seeds in ${seconds} s, failing: ${failed}\n`);
  if (failing.length > 0) process.exitCode = 1;
} finally {
  await cluster.stop();
}

function chosenSeeds(): number[] {
  const count = Number(values.seed ?? values.seeds);
  if (!Number.isSafeInteger(count) || count < 1) {
    throw new Error('use --seeds with a count from 1, or --seed with a seed that failed');
  }
  return values.seed === undefined ? Array.from({ length: count }, (_seed, index) => index + 1) : [count];
}

/** Takes seeds until the list is empty; returns those that failed. */
async function runLane(name: string, waiting: Iterator<number>): Promise<number[]> {
  const admin = openDatabase({ url: cluster.adminUrl, log: silentLog, applicationName: 'simulation set-up' });
  try {
    const template = sql.raw(`create database ${name} template ${TEMPLATE_DATABASE} strategy file_copy`);
    await template.execute(admin);
  } finally {
    await closeDatabase(admin);
  }
  const db = openDatabase({
    url: urlOfDatabase(cluster.adminUrl, name),
    log: silentLog,
    applicationName: 'simulation',
  });
  try {
    for (const start of STARTS) await ensurePartitions(db, start);
    const directory = await seedDirectory(db, { offices: 2, phones: 2, evidence: 'handset' });
    const environment = { db, codes: await openMessageCodes(db), ...directory };
    const failing: number[] = [];
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      const faults = await simulate(environment, next.value);
      if (faults.length === 0) continue;
      failing.push(next.value);
      process.stdout.write(`seed ${next.value}:\n  ${faults.slice(0, 5).join('\n  ')}\n`);
    }
    return failing;
  } finally {
    await closeDatabase(db);
  }
}
