import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ClusterSite, isRoot, makeClusterSite, query } from '../testing/cluster-site.ts';
import { copyPreparedData } from '../testing/prepared-data.ts';
import { findPostmaster } from './postmaster.ts';

let site: ClusterSite;
beforeEach(async () => {
  site = await makeClusterSite();
});
afterEach(() => site.remove());

test('the first start creates a database, the next one finds it', async () => {
  const first = await site.start();
  expect(first.found).toBe('nothing');
  await query(first.url, 'create table kept (n integer)');
  await query(first.url, 'insert into kept values (42)');
  await first.stop();

  // The tests of `textprobe start` check how fast it is; on a busy machine it is slow.
  const before = performance.now();
  const second = await site.start();
  console.info(`warm start: ${Math.round(performance.now() - before)} ms`);
  expect(second.found).toBe('data');
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 42 }]);
});

test('commits are durable, texts are UTF-8 and sort the same everywhere, and there is no network access', async () => {
  const { url, version } = await site.start();
  const [row] = await query(
    url,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
       current_setting('listen_addresses') as addresses, current_setting('server_encoding') as encoding,
       current_setting('data_checksums') as checksums, current_setting('server_version') as version,
       (select coalesce(to_jsonb(d) ->> 'datlocale', datcollate) from pg_database d where datname = current_database()) as locale`,
  );
  expect(row).toEqual({
    fsync: 'on',
    commit: 'on',
    addresses: '',
    encoding: 'UTF8',
    checksums: 'on',
    version,
    locale: 'C.UTF-8',
  });
});

test('the socket is in a folder that only its owner can enter, and is gone after the stop', async () => {
  await copyPreparedData(site.dataDir);
  const cluster = await site.start();
  const { host } = cluster.connection;
  expect((await stat(host)).mode & 0o777).toBe(0o700);
  expect((await readFile(join(site.dataDir, 'postgres-socket.txt'), 'utf8')).trim()).toBe(host);

  await Promise.all([cluster.stop(), cluster.stop()]);
  await cluster.stop();
  expect(existsSync(host)).toBe(false);
  expect(existsSync(join(site.dataDir, 'postgres-socket.txt'))).toBe(false);
  expect(await findPostmaster(join(site.dataDir, 'postgres'))).toBeUndefined();
});

test('the log of PostgreSQL has no data of a row that was refused', async () => {
  await copyPreparedData(site.dataDir);
  const cluster = await site.start();
  await query(cluster.url, `create table refusing (text text unique check (text <> 'a private text'))`);
  const insert = (text: string) => query(cluster.url, `insert into refusing values ('${text}')`);
  await insert('twice the same text');
  for (const text of ['a private text', 'twice the same text'])
    await expect(insert(text)).rejects.toThrow('violates');
  await cluster.stop();
  const log = await readFile(join(site.dataDir, 'postgres.log'), 'utf8');
  expect(log).toContain('violates check constraint');
  expect(log).not.toMatch(/a private text|twice the same text/);
});

test.runIf(isRoot)('started by root, PostgreSQL runs as another user', async () => {
  await site.start();
  const running = await findPostmaster(join(site.dataDir, 'postgres'));
  const { uid } = await stat(`/proc/${running?.pid}`);
  expect(uid).not.toBe(0);
  expect((await stat(join(site.dataDir, 'postgres'))).uid).toBe(uid);
});

test('two clusters run side by side', async () => {
  const other = await makeClusterSite();
  try {
    await Promise.all([copyPreparedData(site.dataDir), copyPreparedData(other.dataDir)]);
    const [one, two] = await Promise.all([site.start(), other.start()]);
    await Promise.all([
      query(one.url, 'create table here (n integer)'),
      query(two.url, 'create table there (n integer)'),
    ]);
    expect(await query(two.url, `select to_regclass('here') as here, to_regclass('there') as there`)).toEqual(
      [{ here: null, there: 'there' }],
    );
  } finally {
    await other.remove();
  }
});

test('a second start on the same DATA_DIR is refused, and the first continues undisturbed', async () => {
  await copyPreparedData(site.dataDir);
  const { url } = await site.start();
  await expect(site.start()).rejects.toThrow('Another program is using the same DATA_DIR');
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a long path with spaces and quotes works', async () => {
  const odd = await makeClusterSite(`it's a "long" one/${'x'.repeat(150)}`);
  try {
    const { url } = await odd.start();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  } finally {
    await odd.remove();
  }
});

test('an interrupted first start leaves nothing that disturbs the next', async () => {
  await mkdir(join(site.dataDir, 'postgres.unfinished', 'base'), { recursive: true });
  await writeFile(join(site.dataDir, 'postgres.unfinished', 'PG_VERSION'), '18\n');
  expect((await site.start()).found).toBe('nothing');
});

test('a pid file that names another program does not keep PostgreSQL from starting', async () => {
  await copyPreparedData(site.dataDir);
  const dataFolder = join(site.dataDir, 'postgres');
  await writeFile(
    join(dataFolder, 'postmaster.pid'),
    `${process.pid}\n${dataFolder}\n1\n5432\n/tmp/gone\n\n\n`,
  );
  expect((await site.start()).found).toBe('data');
});
