import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ClusterSite, makeClusterSite, query, startChild } from '../testing/cluster-site.ts';
import { copyPreparedData } from '../testing/prepared-data.ts';
import { findBinaries } from './binaries.ts';
import { chooseIdentity } from './identity.ts';
import { findPostmaster, startPostmaster } from './postmaster.ts';
import { writeSettings } from './settings.ts';
import { openSocketFolder } from './socket-folder.ts';

let site: ClusterSite;
let dataFolder: string;
beforeEach(async () => {
  site = await makeClusterSite();
  await copyPreparedData(site.dataDir);
  dataFolder = join(site.dataDir, 'postgres');
});
afterEach(() => site.remove());

test('after a kill -9 of the program the next start adopts the running PostgreSQL', async () => {
  const killed = await startChild(site);
  await query(killed.url, 'create table kept (n integer)');
  await killed.end('SIGKILL');
  const orphan = await findPostmaster(dataFolder);
  expect(orphan).toBeDefined();

  const before = performance.now();
  const cluster = await site.start();
  console.info(`take-over: ${Math.round(performance.now() - before)} ms`);
  expect(cluster.found).toBe('running');
  expect(cluster.url).toBe(killed.url);
  expect(await findPostmaster(dataFolder)).toEqual(orphan);
  expect(await query(cluster.url, 'select n from kept')).toEqual([]);

  await cluster.stop();
  expect(await findPostmaster(dataFolder)).toBeUndefined();
  expect(existsSync(killed.host)).toBe(false);
});

test('a program that stops gracefully stops PostgreSQL too', async () => {
  const child = await startChild(site);
  expect(await child.end('SIGTERM')).toMatchObject({ code: 0 });
  expect(await findPostmaster(dataFolder)).toBeUndefined();
  expect(existsSync(child.host)).toBe(false);
});

test('an orphan whose socket was deleted is stopped and restarted, with everything that was committed', async () => {
  const killed = await startChild(site);
  await query(killed.url, 'create table kept (n integer)');
  await killed.end('SIGKILL');
  const orphan = await findPostmaster(dataFolder);
  await rm(killed.host, { recursive: true });

  const cluster = await site.start();
  expect(cluster.found).toBe('data');
  expect((await findPostmaster(dataFolder))?.pid).not.toBe(orphan?.pid);
  expect(await query(cluster.url, 'select n from kept')).toEqual([]);
});

test('an orphan with different settings is stopped and restarted', async () => {
  const identity = await chooseIdentity({ cluster: dataFolder, dataDir: site.dataDir });
  const copiesFolder = site.systemFolder;
  const binaries = await findBinaries({ identity, path: '', copiesFolder, major: undefined });
  const settings = await writeSettings(site.dataDir, binaries);
  const socketFolder = await openSocketFolder(site.dataDir, identity);
  const orphan = await startPostmaster({
    dataFolder,
    logFile: join(site.dataDir, 'postgres.log'),
    socketFolder,
    binaries,
    identity,
    arguments: settings.arguments.map((argument) =>
      argument.replace(settings.fingerprint, 'of an earlier version'),
    ),
  });

  const cluster = await site.start();
  expect(cluster.found).toBe('data');
  expect(orphan.ended()).toBeDefined();
  expect(await query(cluster.url, `select current_setting('textprobe.fingerprint') as f`)).toEqual([
    { f: settings.fingerprint },
  ]);
});
