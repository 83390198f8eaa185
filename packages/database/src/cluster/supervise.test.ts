import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ClusterSite, makeClusterSite, query } from '../testing/cluster-site.ts';
import { copyPreparedData } from '../testing/prepared-data.ts';
import { findPostmaster } from './postmaster.ts';
import type { Cluster } from './start-cluster.ts';

let site: ClusterSite;
let cluster: Cluster;
let down = Promise.withResolvers<string>();
let up = Promise.withResolvers<void>();
beforeEach(async () => {
  down = Promise.withResolvers();
  up = Promise.withResolvers();
  site = await makeClusterSite();
  await copyPreparedData(site.dataDir);
  cluster = await site.start({ onDown: (reason) => down.resolve(reason), onUp: () => up.resolve() });
  await query(cluster.url, 'create table kept (n integer)');
});
afterEach(() => site.remove());

async function postmasterPid(): Promise<number> {
  const running = await findPostmaster(join(site.dataDir, 'postgres'));
  if (running === undefined) throw new Error('PostgreSQL does not run');
  return running.pid;
}

test('a killed PostgreSQL is restarted at the same address, with everything that was committed', async () => {
  const before = await postmasterPid();
  process.kill(before, 'SIGKILL');
  expect(await down.promise).not.toBe('');
  await up.promise;
  expect(await query(cluster.url, 'select n from kept')).toEqual([]);
  expect(await postmasterPid()).not.toBe(before);
});

test('a PostgreSQL that restarts itself after one of its processes crashed is kept, not replaced', async () => {
  const before = await postmasterPid();
  const [backend] = await query(
    cluster.url,
    "select pid from pg_stat_activity where backend_type = 'checkpointer'",
  );
  process.kill(Number(backend?.['pid']), 'SIGKILL');
  await down.promise;
  await up.promise;
  expect(await query(cluster.url, 'select n from kept')).toEqual([]);
  expect(await postmasterPid()).toBe(before);
});

test('PostgreSQL stays down if it is stopped during a restart', async () => {
  process.kill(await postmasterPid(), 'SIGKILL');
  await down.promise;
  await cluster.stop();
  expect(await findPostmaster(join(site.dataDir, 'postgres'))).toBeUndefined();
  // The next start finds the killed server's shared memory and frees it.
  expect((await site.start()).found).toBe('data');
});
